"""Lists of ranks as text, in the format of harness/text/rank_list.h."""


def words(ranks):
    """Returns 0, 1, 2, 5 as "0-2,5"."""
    ranks = sorted(ranks)
    pairs = [(ranks[begin], ranks[end - 1]) for begin, end in runs(ranks)]
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in pairs)


def runs(numbers):
    """Returns [begin, end) of the runs in which each number is one more than the previous one."""
    found = []
    for index, number in enumerate(numbers):
        if found and number == numbers[index - 1] + 1:
            found[-1][1] = index + 1
        else:
            found.append([index, index + 1])
    return found
