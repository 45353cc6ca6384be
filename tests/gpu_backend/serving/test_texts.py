"""What a request says alone: it follows from its prompt and its adapter, and from nothing else."""

import torch

from tenure.gpu_backend.memory import DTYPE
from tenure.gpu_backend.peft.checkpoints import PAGE_WIDTH, trained
from tenure.gpu_backend.serving.lora import StepLoras, basis, update
from tenure.gpu_backend.serving.texts import prompt_of, text_of

PROMPT = (5, 9, 3)


class Pages:
    """Adapter pages in one tensor."""

    def __init__(self, memory: torch.Tensor) -> None:
        self.memory = memory

    def read(self, pages: list[int]) -> torch.Tensor:
        return self.memory[pages]


def test_a_text_begins_with_its_prompt_and_goes_on_alike_whatever_its_length() -> None:
    longer = text_of(PROMPT, 0, 0, 12)
    assert longer[:3] == PROMPT
    assert text_of(PROMPT, 0, 0, 8) == longer[:8]


def test_an_adapter_changes_what_is_said_and_so_does_each_page_of_it() -> None:
    assert len({text_of(PROMPT, task, pages, 12) for task, pages in ((0, 0), (1, 1), (1, 2), (2, 1))}) == 4


def test_requests_begin_alike_more_often_than_by_chance() -> None:
    prompts = [prompt_of(7, request, 6) for request in range(12)]
    assert len({prompt[:2] for prompt in prompts}) < len(prompts)
    assert len(set(prompts)) > 2
    assert prompt_of(7, 3, 6) == prompt_of(7, 3, 6)


def test_the_order_of_an_adapters_pages_matters() -> None:
    pages = trained(1, 1, 2)
    assert not torch.equal(update(pages)[0], update(pages.flip(0))[0])
    down, up = (sum(torch.einsum("c,cw->w", page, basis(at, page.device)[which]) for at, page in enumerate(pages))
                for which in range(2))  # fmt: skip
    assert torch.allclose(update(pages)[0].flatten(), torch.as_tensor(down))
    assert torch.allclose(update(pages)[1].flatten(), torch.as_tensor(up))


def test_weights_are_what_the_pages_hold_and_freed_pages_spoil_them() -> None:
    memory = torch.zeros((3, PAGE_WIDTH), dtype=DTYPE)
    memory[[2, 0]] = trained(1, 1, 2)
    there = StepLoras(Pages(memory), {1: [2, 0]}, torch.device("cpu"))
    down, up = update(trained(1, 1, 2))
    assert torch.equal(there.weights.down[there.slot(1)], down)
    assert torch.equal(there.weights.up[there.slot(1)], up)
    assert not there.weights.down[there.slot(0)].any()
    memory[0] = float("nan")
    assert StepLoras(Pages(memory), {1: [2, 0]}, torch.device("cpu")).weights.down[0].isnan().any()
