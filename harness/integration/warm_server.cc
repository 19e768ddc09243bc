#include "harness/integration/warm_server.h"

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "harness/integration/processes.h"
#include "harness/process/preloaded.h"
#include "harness/process/search.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/warm_start.h"

namespace gridlock::integration {
namespace {

std::string next_message(int channel) {
  const auto packet = protocol::receive_packet(channel);
  if (!packet) throw std::runtime_error("the server of warm runs has ended");
  return packet->text;
}

}  // namespace

WarmServer& WarmServer::shared() {
  static WarmServer server;
  return server;
}

WarmServer::WarmServer() {
  const std::filesystem::path binaries = std::filesystem::path(GRIDLOCK_PROGRAM).parent_path();
  auto [mine, its] = protocol::packet_pair();
  channel_ = std::move(mine);
  process::Program program;
  program.arguments = {binaries / "gridlock-zygote",
                       "zygote",
                       "--python",
                       INTEGRATION_PYTHON,
                       "--package",
                       std::filesystem::path(INTEGRATION_FOLDER) / "../rank",
                       "--test",
                       std::to_string(its.get())};
  program.environment = {{"PYTHONHASHSEED", "0"},
                         {"PYTHONUNBUFFERED", "1"},
                         {kMarkVariable, std::string(kMarkLength, '-')},
                         {"LD_PRELOAD", process::prepended(process::preloaded_libraries(binaries),
                                                           "LD_PRELOAD")}};
  program.inherited = {its.get()};
  program.dies_with_parent = true;
  process::become_subreaper();  // runs are children of this process
  pid_ = process::spawn(program);
  its.reset();
  next_message(channel_.get());
}

WarmServer::~WarmServer() {
  channel_.reset();
  waitpid(pid_, nullptr, 0);
}

pid_t WarmServer::start(const process::Program& program) const {
  const protocol::WarmRun order{{program.arguments, environment_of(program)}, program.folder, getpid()};
  protocol::send_packet(channel_.get(), to_text(order), {STDIN_FILENO, program.standard_output});
  return protocol::warm_run_started_from_text(next_message(channel_.get())).pid;
}

}  // namespace gridlock::integration
