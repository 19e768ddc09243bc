// A wait that another thread ends. Each library that includes this header has its own copy of the
// wait.
#pragma once

#include <semaphore.h>

namespace gridlock::inspect::testing {

class Answers {
 public:
  Answers() { sem_init(&count_, 0, 0); }
  void wait() {
    while (sem_wait(&count_) != 0) {
    }
  }
  void give() { sem_post(&count_); }

 private:
  sem_t count_;
};

}  // namespace gridlock::inspect::testing
