"""Keeps the reports of ranks in memory that the ranks share with the process that forked them. The
reports survive the ranks."""

import mmap
import struct

_JOINED, _RETURNED, _STATE, _WRONG = range(4)
_WORD = 8
_WORDS = 4
_ERROR = 472
_SLOT = _WORDS * _WORD + _ERROR
RUNNING, ENDED, RAISED = range(3)


class Board:
    """Has a slot for each thread of each rank. Only that thread writes to the slot."""

    def __init__(self, slots):
        self._slots = slots
        self._memory = mmap.mmap(-1, slots * _SLOT)

    def slot(self, index):
        return Slot(self._memory, index * _SLOT)

    def all_joined(self):
        return all(self.slot(index).joined() for index in range(self._slots))

    def all_over(self):
        return all(self.slot(index).state() != RUNNING for index in range(self._slots))

    def bytes(self):
        return self._memory[:]

    def close(self):
        self._memory.close()


class Slot:
    def __init__(self, memory, start):
        self._memory = memory
        self._start = start

    def join(self):
        self._put(_JOINED, 1)

    def joined(self):
        return bool(self._get(_JOINED))

    def set_returned(self, count):
        self._put(_RETURNED, count)

    def returned(self):
        """Returns how many operations of the thread have returned."""
        return self._get(_RETURNED)

    def mark_wrong(self, index):
        self._put(_WRONG, self._get(_WRONG) | 1 << index)

    def wrong(self):
        """Returns the indices of the thread's operations whose numerical results were wrong."""
        bits = self._get(_WRONG)
        return [index for index in range(8 * _WORD) if bits >> index & 1]

    def end(self):
        self._put(_STATE, ENDED)

    def raised(self, text):
        at = self._start + _WORDS * _WORD
        encoded = text.encode()[:_ERROR]
        self._memory[at : at + len(encoded)] = encoded
        self._put(_STATE, RAISED)

    def state(self):
        return self._get(_STATE)

    def error(self):
        at = self._start + _WORDS * _WORD
        return self._memory[at : at + _ERROR].rstrip(b"\0").decode(errors="replace")

    def _get(self, word):
        return struct.unpack_from("<Q", self._memory, self._start + word * _WORD)[0]

    def _put(self, word, value):
        struct.pack_into("<Q", self._memory, self._start + word * _WORD, value)
