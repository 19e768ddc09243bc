#include "harness/process/spawn.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "harness/process/fd.h"
#include "harness/process/process_handle.h"
#include "harness/process/process_tree.h"

extern char** environ;

namespace gridlock::process {
namespace {

constexpr int kKilled = 128 + SIGKILL;  // the exit code of a child that another thread has reaped
constexpr int kTickMs = 50;             // longest delay of a stop

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& string : strings) result.push_back(const_cast<char*>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

// Prepares the child between fork and exec, where only async-signal-safe calls are allowed.
void prepare_child(const Program& program, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGXFSZ}) signal(number, SIG_DFL);
  if (program.own_session) setsid();
  if (program.dies_with_parent) die_with_parent(parent);
  if (program.standard_output >= 0) {
    dup2(program.standard_output, STDOUT_FILENO);
    dup2(program.standard_output, STDERR_FILENO);
  }
  close_all_on_exec();
  for (const int fd : program.inherited) fcntl(fd, F_SETFD, 0);
}

}  // namespace

void close_all_on_exec() {
  if (close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
  constexpr rlim_t kMost = 1 << 16;
  rlimit limit{};
  const bool known = getrlimit(RLIMIT_NOFILE, &limit) == 0;
  const int end = static_cast<int>(known && limit.rlim_cur < kMost ? limit.rlim_cur : kMost);
  for (int fd = STDERR_FILENO + 1; fd < end; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

std::vector<std::string> environment_of(const Program& program) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable(*entry);
    const std::string name = variable.substr(0, variable.find('='));
    const bool removed = std::any_of(program.removed.begin(), program.removed.end(),
                                     [&](const std::string& p) { return name.starts_with(p); });
    if (!removed && !program.environment.contains(name)) result.push_back(variable);
  }
  for (const auto& [name, value] : program.environment) result.push_back(name + "=" + value);
  return result;
}

pid_t spawn(const Program& program) {
  const std::vector<std::string> variables = environment_of(program);
  const std::vector<char*> environment = pointers(variables);
  const std::vector<char*> arguments = pointers(program.arguments);
  // If exec fails, the child writes errno to this pipe. If exec succeeds, the kernel closes the
  // child's end.
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "starting " + program.arguments[0]);
  }
  Fd report_in(report[0]);
  Fd report_out(report[1]);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prepare_child(program, parent);
    const bool there = program.folder.empty() || chdir(program.folder.c_str()) == 0;
    if (there) execvpe(arguments[0], arguments.data(), environment.data());
    const int error = errno;
    (void)!write(report_out.get(), &error, sizeof error);
    _exit(127);
  }
  if (child < 0) {
    throw std::system_error(errno, std::generic_category(), "starting " + program.arguments[0]);
  }
  report_out.reset();
  int error = 0;
  if (read(report_in.get(), &error, sizeof error) == sizeof error) {
    waitpid(child, nullptr, 0);
    throw std::system_error(error, std::generic_category(), "starting " + program.arguments[0]);
  }
  return child;
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run(Program program) {
  return *run(std::move(program), [] { return false; });
}

std::optional<int> run(Program program, const std::function<bool()>& must_stop) {
  program.own_session = false;  // Ctrl-C in this terminal reaches the program, too
  program.dies_with_parent = true;
  const pid_t child = spawn(program);
  const ProcessHandle handle(child);
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(child, &status, WNOHANG)) == 0) {
    if (must_stop()) {
      end_child(child);
      return std::nullopt;
    }
    pollfd wait{handle.fd(), POLLIN, 0};
    poll(&wait, 1, kTickMs);
  }
  return ended == child ? exit_code_of(status) : kKilled;
}

void become_subreaper() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void die_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(125);
}

void sane_descriptors() {
  Fd null(open("/dev/null", O_RDWR | O_CLOEXEC));
  while (null && null.get() <= STDERR_FILENO) {
    // It replaces a standard descriptor, so it must stay open across exec.
    fcntl(null.release(), F_SETFD, 0);
    null.reset(open("/dev/null", O_RDWR | O_CLOEXEC));
  }
  for (const int number : {SIGPIPE, SIGXFSZ}) signal(number, SIG_IGN);
}

}  // namespace gridlock::process
