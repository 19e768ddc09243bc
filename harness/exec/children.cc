#include "harness/exec/children.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>

namespace gridlock::exec {
namespace {

void end(Child& child, int status) {
  child.running = false;
  child.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  child.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

std::string Child::end() const {
  if (signal != 0) return fmt::format("was killed by signal {} ({})", signal, strsignal(signal));
  return fmt::format("exited with code {}", code);
}

void Children::start(int rank, const process::Program& program) {
  std::string name = rank < 0 ? program.arguments.front() : fmt::format("rank {}", rank);
  children_.push_back({.name = std::move(name), .rank = rank, .pid = process::spawn(program)});
}

void Children::start_store(const process::Program& program) {
  store_ = process::spawn(program);
}

void Children::reap() {
  int status = 0;
  while (const pid_t pid = waitpid(-1, &status, WNOHANG)) {
    if (pid < 0) return;
    const auto child = std::ranges::find(children_, pid, &Child::pid);
    if (child != children_.end()) note(*child, status);
    if (pid == store_ && !expected_) {
      end(lost_store_.emplace(Child{.name = "the store", .pid = pid}), status);
    }
  }
}

void Children::note(Child& child, int status) {
  end(child, status);
  if (child.failed() && !first_failure_ && !expected_) first_failure_ = child;
}

void Children::forget() {
  for (Child& child : children_) child.running = false;
}

bool Children::running() const {
  return std::ranges::any_of(children_, &Child::running);
}

void Children::signal_all(int number) const {
  for (const Child& child : children_) {
    if (child.running) kill(child.pid, number);
  }
}

}  // namespace gridlock::exec
