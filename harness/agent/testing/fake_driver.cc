#include "harness/agent/testing/answers.h"
#include "harness/agent/testing/fake_libraries.h"

static gridlock::agent::testing::Answers answers;

void fake_driver_wait() {
  answers.wait();
}

void fake_driver_answer() {
  answers.give();
}
