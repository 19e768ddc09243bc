"""Tests that the ring contains the exception that a rank is handling while it makes calls."""

import contextlib
import unittest

import gridlock_ring
import probed
import torch
import torch.distributed as dist

from gridlock.probe import exceptions


def handling():
    return probed.main_lane(gridlock_ring.read_ring(probed.mine))["handling"]


def calls_and_tells():
    dist.all_reduce(torch.zeros(1))
    return handling()


def load(key):
    return {}[key]


def in_finally(rank):
    with contextlib.suppress(KeyError):
        try:
            load("x")
        finally:
            told = calls_and_tells()
    return told, calls_and_tells()


@contextlib.contextmanager
def meeting(told):
    try:
        yield
    finally:
        told.append(calls_and_tells())


def in_with(rank):
    told = []
    with contextlib.suppress(ValueError), meeting(told):
        raise ValueError("bad batch\nof many lines")
    return told


def waits_for_a_work(rank):
    work = dist.all_reduce(torch.zeros(1), async_op=True)
    try:
        load("y")
    except KeyError:
        work.wait()
        return handling()


def one_after_another(rank):
    """Handles many exceptions, most of them at the address of an earlier exception."""
    told = []
    for step in range(1000, 1200):
        try:
            raise (KeyError, ValueError)[step % 2](step)
        except (KeyError, ValueError):
            told.append(calls_and_tells()[0])
    return told


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def unprintable(rank):
    try:
        raise Unprintable
    except Unprintable:
        return calls_and_tells()[0]


def alive_after(rank):
    """Returns whether an exception stays alive after its handler, because the handler made a
    call."""
    import gc

    class Marked(Exception):
        pass

    try:
        raise Marked
    except Marked:
        dist.all_reduce(torch.zeros(1))
    gc.collect()
    return any(isinstance(thing, Marked) for thing in gc.get_objects())


def told_by(function):
    results, _ = probed.on_ranks(1, function)
    return results[0]


class Handling(unittest.TestCase):
    def test_of_a_finally_block_until_the_next_call_outside(self):
        (error, place), after = told_by(in_finally)
        self.assertEqual(error, "KeyError: 'x'")
        self.assertRegex(place, r"^test_probe_exceptions\.py:\d+$")
        self.assertEqual(after, ("", ""))

    def test_of_the_exit_of_a_with_block(self):
        [(error, _)] = told_by(in_with)
        self.assertEqual(error, "ValueError: bad batch")

    def test_of_a_wait_for_a_call_made_before(self):
        self.assertEqual(told_by(waits_for_a_work)[0], "KeyError: 'y'")

    def test_of_one_exception_after_another(self):
        steps = range(1000, 1200)
        wanted = [f"{('KeyError', 'ValueError')[step % 2]}: {step}" for step in steps]
        self.assertEqual(told_by(one_after_another), wanted)

    def test_of_an_exception_without_a_text(self):
        self.assertEqual(told_by(unprintable), "Unprintable")

    def test_keeps_no_exception_alive(self):
        self.assertFalse(told_by(alive_after))


class Words(unittest.TestCase):
    def test_name_the_line_of_the_program_where_torch_raised(self):
        try:
            torch.zeros(2, 3) @ torch.zeros(2, 3)
        except RuntimeError as error:
            text, place = exceptions.describe(error).split("\n")
        self.assertRegex(text, "^RuntimeError: (mm: )?mat1 and mat2")
        self.assertTrue(place.startswith("test_probe_exceptions.py:"))

    def test_say_what_a_first_line_announces(self):
        error = RuntimeError("backend='b' raised:\n\n  KeyError: 3\nmore")
        self.assertEqual(exceptions.first_line(error), "RuntimeError: backend='b' raised: KeyError: 3")
        self.assertEqual(exceptions.first_line(ValueError("none:\n")), "ValueError: none:")

    def test_of_a_workers_exception_are_those_of_the_worker(self):
        class Rows(torch.utils.data.Dataset):
            def __len__(self):
                return 4

            def __getitem__(self, index):
                if index == 3:
                    raise ValueError("more than one\nline")
                return {0: 0, 2: 0}[index]

        def describe(rows):
            options = {"num_workers": 1, "multiprocessing_context": "fork"}  # Rows has no module
            try:
                list(torch.utils.data.DataLoader(rows, batch_size=2, **options))
            except Exception as error:
                return exceptions.describe(error).split("\n")

        text, place = describe(Rows())
        self.assertEqual(text, "KeyError: 1 (in DataLoader worker process 0)")
        line = Rows.__getitem__.__code__.co_firstlineno + 3
        self.assertEqual(place, f"test_probe_exceptions.py:{line}")
        text, _ = describe(torch.utils.data.Subset(Rows(), [2, 3]))
        self.assertEqual(text, "ValueError: more than one (in DataLoader worker process 0)")

    def test_of_an_exception_that_was_never_raised_have_no_place(self):
        self.assertEqual(exceptions.describe(ValueError()), "ValueError\n")


if __name__ == "__main__":
    unittest.main()
