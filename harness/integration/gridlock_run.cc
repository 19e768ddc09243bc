#include "harness/integration/gridlock_run.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "harness/integration/warm_server.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {
namespace {

std::string new_mark() {
  static int number = 0;
  std::string mark = std::to_string(getpid()) + "." + std::to_string(++number);
  return mark.insert(0, kMarkLength - mark.size(), '0');
}

// Starts the program. To save the import of torch, starts it below a warm server if the command can
// use one and the test sets no variable that changes how Python starts.
pid_t start(const process::Program& program, const Environment& environment) {
  const bool as_ever = environment.contains("PYTHONPATH") || environment.contains("GRIDLOCK_PYTHON");
  const std::string& command = program.arguments.at(1);
  const auto is_one_of = [&](std::initializer_list<const char*> commands) {
    return !as_ever && std::ranges::find(commands, command) != commands.end();
  };
  if (is_one_of({"run", "diff", "causes", "golden"}))
    return WarmServer::of_zygotes().start(program);
  if (is_one_of({"minimize", "ablate"})) return WarmServer::of_fork_servers().start(program);
  return process::spawn(program);
}

}  // namespace

Words run_words(const std::string& matrix, const Words& more) {
  const std::filesystem::path folder = INTEGRATION_FOLDER;
  Words words = {"run", folder / "matrices" / (matrix + ".toml"), "--cases", folder / "cases"};
  if (std::ranges::count(more, "--out") == 0) words.insert(words.end(), {"--out", "out"});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words runs_words(const std::string& matrix, const Words& more) {
  Words words = run_words(matrix, more);
  const auto option = std::ranges::find(words, "--out");
  words.erase(option, option + 2);
  return words;
}

Words pasted(const std::string& command) {
  constexpr std::string_view kProgram = "gridlock ";
  const std::size_t begin = command.find(kProgram);
  if (begin == std::string::npos) throw std::runtime_error("no command: " + command);
  const std::string shell = "printf '%s\\n' " + command.substr(begin + kProgram.size());
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(shell.c_str(), "r"), pclose);
  Words words;
  std::string word;
  for (int letter = fgetc(pipe.get()); letter != EOF; letter = fgetc(pipe.get())) {
    if (letter != '\n') {
      word += static_cast<char>(letter);
    } else {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

Words exec_words(const Words& more) {
  Words words = {"exec", "--python", INTEGRATION_PYTHON};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

GridlockRun::GridlockRun(const Workspace& workspace, const Words& arguments,
                         const Environment& environment, const std::filesystem::path& folder,
                         int output) {
  const std::string mark = new_mark();
  mark_ = std::string(kMarkVariable) + "=" + mark;
  log_ = process::make_log();
  process::Program program;
  program.arguments = {GRIDLOCK_PROGRAM};
  program.folder = folder.empty() ? workspace.root() : folder;
  program.arguments.insert(program.arguments.end(), arguments.begin(), arguments.end());
  program.environment = environment;
  program.environment[kMarkVariable] = mark;
  program.environment["TINY_CASE_FOLDER"] = workspace.root();
  // A killed controller leaves temporary files. In the workspace, they are removed after the test.
  program.environment["TMPDIR"] = workspace.root();
  program.standard_output = output >= 0 ? output : log_.get();
  program.dies_with_parent = true;
  pid_ = start(program, environment);
}

GridlockRun::~GridlockRun() {
  came_true(
      [&] {
        const std::vector<Process> left = processes();
        for (const Process& process : left) kill(process.pid, SIGKILL);
        return !is_running() && left.empty();
      },
      kTimeoutSeconds);
}

bool GridlockRun::is_running() {
  int status = 0;
  if (ended_ || waitpid(pid_, &status, WNOHANG) != pid_) return !ended_;
  ended_ = true;
  exit_code_ = process::exit_code_of(status);
  return false;
}

int GridlockRun::exit_code() {
  wait_until("gridlock ended", [&] { return !is_running(); });
  return exit_code_;
}

std::string GridlockRun::output() const {
  return process::read_log(log_.get());
}

Process GridlockRun::wait_for(Kind kind) const {
  std::vector<Process> found;
  wait_until("there was such a process", [&] {
    found = processes(kind);
    return !found.empty();
  });
  return found.front();
}

void GridlockRun::fail_waiting(const std::string& what) const {
  throw std::runtime_error("gave up waiting until " + what + ". gridlock said:\n" + output() +
                           "Its processes:\n" + describe(processes()));
}

bool GridlockRun::nothing_is_left(double seconds) {
  // Also checks is_running(): processes() misses a killed gridlock, because a killed process loses
  // its environment before its parent can wait for it. Checks processes() twice, because a process
  // that is just executing another program has no environment for a moment.
  return came_true([&] { return !is_running() && processes().empty() && processes().empty(); },
                   seconds);
}

}  // namespace gridlock::integration
