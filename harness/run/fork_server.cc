#include "harness/run/fork_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/exec/environment.h"
#include "harness/process/process_tree.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/warm_start.h"

namespace gridlock::run {
namespace {

using protocol::ExecEnded;
using protocol::ExecStarted;

using Clock = std::chrono::steady_clock;

constexpr int kTickMs = 100;
constexpr std::chrono::seconds kLongestStart{300};
constexpr const char* kOrder = "GRIDLOCK_FORK_SERVER";  // fork_server.py

// Environment of the forking process. It must have a single thread, and no pool of compiler
// processes that would outlive it.
const std::map<std::string, std::string> kOneThread = {
    {"OMP_NUM_THREADS", "1"}, {"TORCHINDUCTOR_COMPILE_THREADS", "1"}, {"TORCH_WARM_POOL", "0"}};

std::map<std::string, std::string> own_environment() {
  std::map<std::string, std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) result[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return result;
}

}  // namespace

process::Program fork_server_program(const std::filesystem::path& python, const exec::Parts& parts,
                                     const std::filesystem::path& folder) {
  process::Program program;
  program.arguments = {python, "-u", std::string("/proc/self/cwd/") + ForkServer::kScript};
  program.folder = folder;
  program.environment = exec::probe_variables(parts, folder / "no-hub");
  program.environment.insert(kOneThread.begin(), kOneThread.end());
  program.dies_with_parent = true;
  return program;
}

std::pair<std::string, std::string> fork_server_order(int channel, bool nursery) {
  return {kOrder, nlohmann::json{{"channel", channel}, {"nursery", nursery}}.dump()};
}

ForkServer::ForkServer(const std::filesystem::path& gridlock, const std::filesystem::path& python,
                       const exec::Parts& parts, const std::function<bool()>& must_stop)
    : gridlock_(gridlock), folder_("fork-server") {
  process::become_subreaper();
  process::Program program = fork_server_program(python, parts, folder_.path());
  if (const auto warm = protocol::take_warm_child(protocol::kWarmForkServer)) {
    pid_ = warm->pid;
    channel_.reset(warm->channel);
    protocol::send_packet(channel_.get(),
                          to_text(protocol::Execution{{}, environment_of(program)}), {});
  } else {
    auto [ours, its] = protocol::packet_pair();
    channel_ = std::move(ours);
    program.environment.insert(fork_server_order(its.get()));
    program.inherited = {its.get()};
    pid_ = process::spawn(program);
  }
  const auto end = Clock::now() + kLongestStart;
  pollfd waiting{channel_.get(), POLLIN, 0};
  while (poll(&waiting, 1, kTickMs) <= 0) {
    if (must_stop()) return;
    if (Clock::now() < end) continue;
    process::kill_child(pid_);
    throw std::runtime_error(
        fmt::format("{} did not import torch within {} s", python.string(), kLongestStart.count()));
  }
  next_message();
  ready_ = true;
}

ForkServer::~ForkServer() {
  // An interpreter that still imports torch does not notice that the channel is closed.
  if (!ready_) {
    process::kill_child(pid_);
    return;
  }
  channel_.reset();
  waitpid(pid_, nullptr, 0);
}

pid_t ForkServer::start(const RunRequest& request) {
  protocol::StartExec order;
  order.exec = {gridlock_, "exec"};
  order.exec.insert(order.exec.end(), request.exec.begin(), request.exec.end());
  order.exec.push_back(kScript);
  order.exec.insert(order.exec.end(), request.arguments.begin(), request.arguments.end());
  order.arguments = request.arguments;
  order.folder = request.folder;
  order.search_intervals = request.search_intervals;
  order.environment = order.variables = request.environment;
  order.environment.merge(own_environment());
  protocol::send_packet(channel_.get(), to_text(order), {request.output});
  while (true) {
    const auto report = protocol::server_report_from_text(next_message());
    if (const auto* started = std::get_if<ExecStarted>(&report)) return started->pid;
    const auto& ended = std::get<ExecEnded>(report);
    ended_[ended.pid] = process::exit_code_of(ended.status);
  }
}

void ForkServer::stop(pid_t exec) {
  kill(exec, SIGTERM);
}

std::map<pid_t, int> ForkServer::take_ended() {
  pollfd waiting{channel_.get(), POLLIN, 0};
  while (poll(&waiting, 1, 0) > 0) {
    const auto report = protocol::server_report_from_text(next_message());
    const auto& ended = std::get<ExecEnded>(report);
    ended_[ended.pid] = process::exit_code_of(ended.status);
  }
  return std::exchange(ended_, {});
}

std::string ForkServer::next_message() {
  const auto packet = protocol::receive_packet(channel_.get());
  if (!packet) throw std::runtime_error("the Python process that forks the ranks has ended");
  return packet->text;
}

}  // namespace gridlock::run
