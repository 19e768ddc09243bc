// Names the enumerators of facts, findings and tables, for JSON and for text that people read.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"
#include "harness/fields/words.h"

namespace gridlock::facts {

fields::Words<Wait::On> words(Wait::On);
fields::Words<Thread::State> words(Thread::State);
fields::Words<Kind> words(Kind);
fields::Words<Class> words(Class);
fields::Words<Needs> words(Needs);
fields::Words<Pairing> words(Pairing);

}  // namespace gridlock::facts
