#include "minimizer/script_worker.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "harness/process/spawn.h"

namespace gridlock::minimizer {
namespace {

constexpr int kLongestReplySeconds = 300;
constexpr int kTickMs = 1000;

std::pair<process::Fd, process::Fd> stream_pair() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  return {process::Fd(ends[0]), process::Fd(ends[1])};
}

bool send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace

ScriptWorker::ScriptWorker(std::filesystem::path python, std::filesystem::path package,
                           std::filesystem::path captured)
    : python_(std::move(python)), package_(std::move(package)), captured_(std::move(captured)) {
  start();
}

ScriptWorker::~ScriptWorker() {
  stop();
}

void ScriptWorker::start() {
  auto [ours, its] = stream_pair();
  process::Program program;
  program.arguments = {python_, "-m", "gridlock_minimizer", std::to_string(its.get())};
  if (!captured_.empty()) program.arguments.push_back(captured_);
  program.environment = {{"PYTHONPATH", package_}, {"PYTHONDONTWRITEBYTECODE", "1"}};
  program.inherited = {its.get()};
  program.dies_with_parent = true;
  pid_ = process::spawn(program);
  channel_ = std::move(ours);
  received_.clear();
}

// Kills the worker. It would also end at the end of its input, but only after a pending request,
// and no caller needs that reply.
void ScriptWorker::stop() {
  channel_.reset();
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(std::exchange(pid_, -1), nullptr, 0);
}

void ScriptWorker::ended() {
  int status = 0;
  ++generation_;
  channel_.reset();
  waitpid(std::exchange(pid_, -1), &status, 0);
  throw WorkerError("the process that edits scripts ended with exit code " +
                    std::to_string(process::exit_code_of(status)));
}

nlohmann::json ScriptWorker::request(const nlohmann::json& request) {
  if (pid_ < 0) start();
  if (!send_all(channel_.get(), request.dump() + "\n")) ended();
  nlohmann::json reply = nlohmann::json::parse(line());
  if (const auto error = reply.find("error"); error != reply.end())
    throw WorkerError(error->get<std::string>());
  return reply;
}

void ScriptWorker::wait_for_reply() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(kLongestReplySeconds);
  while (Clock::now() < end) {  // a signal may interrupt poll()
    pollfd waiting{channel_.get(), POLLIN, 0};
    if (poll(&waiting, 1, kTickMs) > 0) return;
  }
  ++generation_;
  stop();
  throw WorkerError("the process that edits scripts gave no answer within " +
                    std::to_string(kLongestReplySeconds) + " s");
}

std::string ScriptWorker::line() {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    if (const auto end = received_.find('\n'); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    wait_for_reply();
    const ssize_t got = recv(channel_.get(), buffer.data(), buffer.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) ended();
    received_.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string screen(ScriptWorker& worker, const std::string& text) {
  return worker.request({{"do", "screen"}, {"text", text}}).at("refusal");
}

std::string canonical_form(ScriptWorker& worker, const std::string& text) {
  return worker.request({{"do", "canonical"}, {"text", text}}).at("canonical");
}

std::vector<std::string> libraries_of(ScriptWorker& worker, const std::string& text) {
  return worker.request({{"do", "libraries"}, {"text", text}}).at("libraries");
}

std::string link_script(ScriptWorker& worker, const std::filesystem::path& script) {
  return worker.request({{"do", "link"}, {"path", script}}).at("text");
}

std::string finish_script(ScriptWorker& worker, const std::string& text) {
  return worker.request({{"do", "finish"}, {"text", text}}).at("text");
}

}  // namespace gridlock::minimizer
