#include "harness/agent/testing/fake_driver.h"

#include <semaphore.h>

namespace {
sem_t answers = [] {
  sem_t made;
  sem_init(&made, 0, 0);
  return made;
}();
}  // namespace

void fake_driver_wait() {
  while (sem_wait(&answers) != 0) {
  }
}

void fake_driver_answer() {
  sem_post(&answers);
}
