// Handlers for the exit of a fork (harness/rank/gridlock/start/inherited.py). What is printed
// between the two is printed only because the fork does not clear what it inherited.
#include <fcntl.h>
#include <unistd.h>

namespace {

int errors = -1;  // the descriptor of stderr while it is hidden

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void gridlock_hide_errors() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  errors = dup(STDERR_FILENO);
  if (errors >= 0) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

__attribute__((visibility("default"))) void gridlock_show_errors() {
  if (errors < 0) return;
  dup2(errors, STDERR_FILENO);
  close(errors);
  errors = -1;
}
}
