#include "harness/inspect/testing/answers.h"
#include "harness/inspect/testing/fake_libraries.h"

static gridlock::inspect::testing::Answers answers;

void fake_python_wait() {
  answers.wait();
}

void fake_python_answer() {
  answers.give();
}

void fake_python_call(void (*function)()) {
  function();
  asm volatile("");  // prevents a tail call
}
