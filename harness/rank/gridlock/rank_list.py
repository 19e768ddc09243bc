"""Writes lists of ranks as text, in the format of harness/text/rank_list.h."""


def words(ranks):
    """Returns the ranks as text: "0-2,5" for 0, 1, 2, 5."""
    ranks = sorted(ranks)
    pairs = [(ranks[begin], ranks[end - 1]) for begin, end in runs(ranks)]
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in pairs)


def runs(numbers):
    """Returns [begin, end) of each run of consecutive numbers."""
    found = []
    for index, number in enumerate(numbers):
        if found and number == numbers[index - 1] + 1:
            found[-1][1] = index + 1
        else:
            found.append([index, index + 1])
    return found
