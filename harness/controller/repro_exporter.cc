#include "harness/controller/repro_exporter.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <system_error>
#include <thread>

#include "harness/process/log.h"
#include "harness/process/search.h"

namespace gridlock::controller {
namespace {

// Longest time for one script, and longest time that a run waits at its end for the remaining
// scripts. One script usually takes one or two seconds.
constexpr double kTimeoutSeconds = 60;
constexpr auto kPollInterval = std::chrono::milliseconds(20);

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

}  // namespace

process::Program script_program(const LaunchOptions& launch, const std::string& request,
                                const std::filesystem::path& script) {
  const auto minimizer = launch.package.parent_path().parent_path() / "minimizer";
  process::Program program;
  program.arguments = {launch.python, "-m",           "gridlock_minimizer.export",
                       script,        launch.package, request};
  program.environment["PYTHONPATH"] =
      process::prepended(minimizer.string() + ":" + launch.package.string(), "PYTHONPATH");
  program.dies_with_parent = true;
  return program;
}

ReproExporter::~ReproExporter() {
  if (child_ == 0) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void ReproExporter::add(std::string name, std::string request, std::filesystem::path script) {
  outcomes_[name] = "the run ended before the script was written";
  tasks_.push_back({std::move(name), std::move(request), std::move(script)});
}

void ReproExporter::start() {
  const Task& task = tasks_.front();
  output_ = process::make_log();
  process::Program program = script_program(launch_, task.request, task.script);
  program.standard_output = output_.get();
  try {
    child_ = process::spawn(program);
    started_ = seconds_now();
  } catch (const std::system_error& error) {
    outcomes_[task.name] = error.what();
    tasks_.pop_front();
  }
}

void ReproExporter::reap(int status) {
  std::string& outcome = outcomes_[tasks_.front().name];
  const int code = process::exit_code_of(status);
  outcome = code == 0 ? "" : last_line(process::read_log(output_.get()));
  if (code != 0 && outcome.empty())
    outcome = fmt::format("the exporter ended with exit code {}", code);
  child_ = 0;
  tasks_.pop_front();
}

void ReproExporter::poll() {
  if (child_ != 0) {
    int status = 0;
    if (seconds_now() - started_ > kTimeoutSeconds) kill(child_, SIGKILL);
    const pid_t ended = waitpid(child_, &status, WNOHANG);
    if (ended == child_) reap(status);
    // A restart of the agents kills and reaps all descendants of this process, including the child
    // that writes a script. A new child then writes this script.
    if (ended < 0) child_ = 0;
  }
  if (child_ == 0 && !tasks_.empty()) start();
}

void ReproExporter::finish(const std::function<bool()>& must_stop) {
  const double end = seconds_now() + kTimeoutSeconds;
  while (!tasks_.empty() && !must_stop() && seconds_now() < end) {
    poll();
    if (child_ != 0) std::this_thread::sleep_for(kPollInterval);
  }
}

}  // namespace gridlock::controller
