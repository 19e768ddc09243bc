#include "harness/controller/agent_link.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <system_error>

#include "harness/process/process_tree.h"
#include "harness/wire/rendezvous.h"

namespace gridlock::controller {
namespace {

constexpr double kConnectSeconds = 30;
constexpr double kKillSeconds = 10;
constexpr int kQuitMs = 5000;

std::filesystem::path make_private_folder() {
  std::string path = std::filesystem::temp_directory_path() / "gridlock-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "making a folder like " + path);
  }
  return path;
}

bool readable(int fd, int milliseconds) {
  pollfd wait{fd, POLLIN, 0};
  return poll(&wait, 1, milliseconds) > 0;
}

void end_everything_below() {
  process::kill_descendants(process::system_table(), getpid(), kKillSeconds);
}

}  // namespace

AgentLink::AgentLink(LaunchOptions options)
    : options_(std::move(options)),
      folder_(make_private_folder()),
      listener_(wire::listen_at(folder_ / "controller")) {
  process::become_subreaper();
}

AgentLink::~AgentLink() {
  if (!channel_.closed()) {
    send(wire::Quit{});
    // The agents end what they own and close the channel; what they leave is ended below.
    while (!channel_.closed() && readable(channel_.fd(), kQuitMs)) channel_.receive();
  }
  end_everything_below();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void AgentLink::start() {
  channel_.close();
  end_everything_below();
  launcher_log_.reset(memfd_create("gridlock-launcher", MFD_CLOEXEC));
  process::Program program = launch_program(options_, folder_ / "controller");
  program.standard_output = launcher_log_.get();
  launcher_ = process::spawn(program);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(kConnectSeconds);
  while (!readable(listener_.get(), 100)) {
    if (launcher_ended() || std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("the agent did not start: " + program.arguments[0] + "\n" +
                               launcher_output());
    }
  }
  channel_ = wire::Channel(wire::accept_from(listener_.get()));
}

bool AgentLink::lost() {
  if (!channel_.closed()) return false;
  end_everything_below();
  return true;
}

std::vector<wire::Event> AgentLink::receive() {
  channel_.flush();
  std::vector<wire::Event> events;
  for (const nlohmann::json& message : channel_.receive()) {
    events.push_back(wire::decode_event(message));
  }
  return events;
}

bool AgentLink::launcher_ended() { return waitpid(launcher_, nullptr, WNOHANG) == launcher_; }

std::string AgentLink::launcher_output() const {
  std::string text(4096, '\0');
  const ssize_t got = pread(launcher_log_.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace gridlock::controller
