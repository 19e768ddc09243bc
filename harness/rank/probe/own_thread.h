// Starts the probe's own threads. The agent knows them by their name, or by their code.
#pragma once

#include <pthread.h>

#include <thread>
#include <utility>

namespace gridlock::probe {

// Calls run(), which never returns, in a new thread.
template <typename Run>
void start_own_thread(Run run) {
  std::thread([run = std::move(run)] {
    pthread_setname_np(pthread_self(), "gridlock-probe");
    run();
  }).detach();
}

}  // namespace gridlock::probe
