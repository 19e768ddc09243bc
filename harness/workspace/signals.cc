#include "harness/workspace/signals.h"

#include <signal.h>

#include <chrono>
#include <thread>

namespace gridlock::workspace {
namespace {

volatile std::sig_atomic_t stop_signal = 0;

}  // namespace

const volatile std::sig_atomic_t& stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int number) { stop_signal = number; };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  return stop_signal;
}

void forget_signal() {
  stop_signal = 0;
}

void until_interrupted(const std::function<void(std::stop_token)>& work) {
  std::stop_source stopping;
  const std::jthread watching([&, &signal = stop_on_signals()](std::stop_token done) {
    while (!done.stop_requested() && signal == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (signal != 0) stopping.request_stop();
  });
  work(stopping.get_token());
}

}  // namespace gridlock::workspace
