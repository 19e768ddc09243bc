#include "harness/inspect/testing/answers.h"
#include "harness/inspect/testing/fake_libraries.h"

static gridlock::inspect::testing::Answers answers;

void fake_driver_wait() {
  answers.wait();
}

void fake_driver_answer() {
  answers.give();
}
