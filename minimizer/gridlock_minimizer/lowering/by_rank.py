"""Merges the statements of all ranks into one body."""

import ast

RANK = "torch.distributed.get_rank()"


def by_rank(bodies):
    """Returns one body for all ranks. Statements that only some ranks run are placed between the
    statements that all ranks have in common."""
    all_bodies = list(bodies.values())
    begin = _common(all_bodies)
    end = _common([body[begin:][::-1] for body in all_bodies])
    groups = {}
    for rank, body in bodies.items():
        middle = body[begin : len(body) - end]
        _, ranks = groups.setdefault("".join(map(ast.dump, middle)), (middle, []))
        ranks.append(rank)
    middles = sorted(groups.values(), key=lambda group: not group[0])  # an empty middle comes last
    branch = middles.pop()[0]
    for middle, ranks in reversed(middles):
        branch = [ast.If(_is_one_of(ranks), middle, branch)]
    return all_bodies[0][:begin] + branch + all_bodies[0][len(all_bodies[0]) - end :]


def _common(bodies):
    """Counts the equal statements with which the bodies begin."""
    count = 0
    for alike in zip(*bodies):
        if len({ast.dump(s) for s in alike}) > 1:
            break
        count += 1
    return count


def _is_one_of(ranks):
    text = f"{RANK} == {ranks[0]}" if len(ranks) == 1 else f"{RANK} in {tuple(ranks)}"
    return ast.parse(text, mode="eval").body
