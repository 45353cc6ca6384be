"""The pass: who goes on, who is paused and who is admitted, in this order: laws S5, G3, G4, G5 and G6."""

from ....language import law, step_law
from ....sorts import Request
from ..state import Phase, Residents, Stage


@step_law("G4")
def stages_follow_each_other(before: Residents, after: Residents) -> bool:
    """A pass goes through its stages one by one, so that its plan is opened once; it ends with or without a batch."""
    return (
        after.stage == before.stage
        or after.stage == before.stage + 1
        or (after.stage == Stage.IDLE and (before.stage >= Stage.PLAN or before.stage == Stage.SETUP))
    )


@step_law("S5")
def running_batch_ends_with_its_last_request(before: Residents, after: Residents) -> bool:
    """A batch runs until every request in it is retired."""
    return before.stage != Stage.RUN or after.stage == Stage.RUN or after.batch.total == 0


@law("G3")
def admission_sees_every_taken_seat(w: Residents) -> bool:
    """While a pass is planned, no more seats are taken than admission was told; what it was told ends with the plan."""
    return (
        w.transferring.total + w.decoding.total - w.paused.total <= w.occupancy
        if w.stage == Stage.PLAN
        else w.occupancy == 0 and w.made_room == 0
    )


@step_law("G3")
def paused_requests_take_no_seat(before: Residents, after: Residents) -> bool:
    """Admission is told of the requests in transfer and the live ones that are not paused, and counts who joins."""
    return (
        after.occupancy == after.transferring.total + after.decoding.total - after.paused.total
        if before.stage == Stage.POLICY and after.stage == Stage.PLAN
        else after.stage != Stage.PLAN
        or after.occupancy == before.occupancy
        or after.occupancy - before.occupancy
        == after.transferring.total + after.decoding.total - before.transferring.total - before.decoding.total
    )


@step_law("G3")
def only_forced_resumes_exceed_the_seats(before: Residents, after: Residents) -> bool:
    """More seats than there are come to be taken only when a request that waited for too long goes on."""
    return (
        after.transferring.total + after.decoding.total - after.paused.total
        <= before.transferring.total + before.decoding.total - before.paused.total
        or after.transferring.total + after.decoding.total - after.paused.total <= after.max_batch
        or after.due.total < before.due.total
    )


@step_law("G4")
def pause_makes_room_for_a_late_request(before: Residents, after: Residents, r: Request) -> bool:
    """A request is paused once the resume lane is served, one in a pass, and only if no seat is free for a late one."""
    return (
        before.paused[r] == 1
        or after.paused[r] == 0
        or (
            before.stage == Stage.POLICY
            and after.stage == Stage.PLAN
            and after.paused.total == before.paused.total + 1
            and before.late.total >= 1
            and before.transferring.total + before.decoding.total - before.paused.total >= before.max_batch
        )
    )


@law("G4")
def late_requests_wait_for_a_target(w: Residents, r: Request) -> bool:
    """Only a request that waits can be late, and only for a target that there is."""
    return not w.late[r] or (w.phase[r] == Phase.WAITING and w.target == 1)


@law("G5")
def paused_requests_come_before_new_ones(w: Residents) -> bool:
    """While some are paused, admission has no seat to give but the one that a pause of this pass has freed."""
    return w.stage != Stage.PLAN or w.paused.total == 0 or w.occupancy + w.made_room >= w.max_batch


@step_law("G5")
def room_is_made_by_a_pause(before: Residents, after: Residents) -> bool:
    """A pass has made room for one exactly if it has paused one."""
    return (
        after.made_room == (after.paused.total > before.paused.total)
        if before.stage == Stage.POLICY and after.stage == Stage.PLAN
        else after.stage != Stage.PLAN or after.made_room == before.made_room
    )


@law("G6")
def pause_is_bounded(w: Residents, r: Request) -> bool:
    """No request is paused for longer than it may be; one that is not paused has not waited."""
    return w.waited[r] <= w.max_pause and (w.paused[r] == 1 or w.waited[r] == 0)


@law("G6")
def waits_are_counted_before_admission(w: Residents, r: Request) -> bool:
    """Only a paused request's wait is due to be counted, and none is left when anybody is admitted."""
    return (not w.due[r] or w.paused[r] == 1) and (w.stage == Stage.POLICY or w.due.total == 0)


@step_law("G6")
def every_pass_counts_every_wait(before: Residents, after: Residents, r: Request) -> bool:
    """When a pass begins the wait of each paused request becomes due, and it is counted once, or its pause ends."""
    return (
        after.due[r] == before.paused[r]
        if before.stage == Stage.IDLE and after.stage == Stage.POLICY
        else after.due[r] == before.due[r] or (before.due[r] == 1 and after.due[r] == 0)
    ) and (not after.paused[r] or after.waited[r] == before.waited[r] + (before.due[r] > after.due[r]))


@step_law("G6")
def only_the_overdue_ignore_the_seats(before: Residents, after: Residents, r: Request) -> bool:
    """A paused request goes on where a seat is free, or else because it has waited as long as it may, in passes."""
    return (
        before.paused[r] == 0
        or after.paused[r] == 1
        or after.phase[r] != Phase.DECODING
        or (before.due[r] == 1 and before.waited[r] >= before.max_pause)
        or (
            before.stage == Stage.POLICY
            and before.due.total == 0
            and before.transferring.total + before.decoding.total - before.paused.total < before.max_batch
        )
    )
