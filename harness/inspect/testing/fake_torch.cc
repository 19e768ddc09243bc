#include "harness/inspect/testing/answers.h"
#include "harness/inspect/testing/fake_libraries.h"

static gridlock::inspect::testing::Answers answers;

void fake_torch_wait() {
  answers.wait();
}

void fake_torch_answer() {
  answers.give();
}

void fake_torch_call(void (*function)()) {
  function();
  asm volatile("");  // prevents a tail call
}
