// The table of sentences and advice for the classes of findings.
#pragma once

#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

struct ClassWords {
  facts::Class cls;
  // A sentence with names in braces that sentence.cc fills in:
  //   Fault, fault       the ranks at fault, at a sentence's beginning or within it
  //   Waiters, waiters   the ranks in the main wait; wait: "wait" or "waits"
  //   call, group, place the awaited call, its group, and the calling line (" at model.py:60")
  //   in_what            the main wait: "in all_reduce #9 of cp[0-3]"
  //   mismatch           the call that does not match, and what each rank passed
  //   peer               the rank at a message's other end; peer_doing: what it does
  //   doing              what the ranks at fault do ("it waits …")
  //   Doing              the text of `doing` as a separate sentence
  //   which_doing        the text of `doing` after the ranks' names
  //   keep, compile, is  "keeps" or "keep", by the number of ranks at fault
  //   blowup             compile times of siblings
  //   chain              a cycle of ranks, each of which waits for the next
  const char* sentence;
  const char* advice;  // what to look at
};

const ClassWords& words_of(facts::Class cls);

}  // namespace gridlock::diagnosis
