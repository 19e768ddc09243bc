#include "harness/integration/warm_server.h"

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "harness/exec/interpreter.h"
#include "harness/exec/parts.h"
#include "harness/integration/processes.h"
#include "harness/process/preloaded.h"
#include "harness/process/search.h"
#include "harness/process/temporary_folder.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/warm_start.h"
#include "harness/run/fork_server.h"

namespace gridlock::integration {
namespace {

std::string next_message(int channel) {
  const auto packet = protocol::receive_packet(channel);
  if (!packet) throw std::runtime_error("the warm server of the tests has ended");
  return packet->text;
}

const std::filesystem::path kBinaries = std::filesystem::path(GRIDLOCK_PROGRAM).parent_path();
const std::filesystem::path kRoot = std::filesystem::path(INTEGRATION_FOLDER) / "../..";

process::Program zygotes(int channel) {
  process::Program program;
  program.arguments = {kBinaries / "gridlock-zygote", "zygote",
                       "--python", INTEGRATION_PYTHON,
                       "--package", kRoot / "harness/rank",
                       "--test", std::to_string(channel)};
  program.environment = {{"PYTHONHASHSEED", "0"},
                         {"PYTHONUNBUFFERED", "1"},
                         {"LD_PRELOAD", process::prepended(process::preloaded_libraries(kBinaries),
                                                           "LD_PRELOAD")}};
  return program;
}

process::Program fork_servers(int channel, const std::filesystem::path& folder) {
  exec::Parts parts = exec::find_parts(kRoot, kBinaries, INTEGRATION_PYTHON);
  parts.torch = exec::query_interpreter(INTEGRATION_PYTHON).torch;
  process::Program program = run::fork_server_program(INTEGRATION_PYTHON, parts, folder);
  program.environment.insert(run::fork_server_order(channel, /*nursery=*/true));
  return program;
}

}  // namespace

WarmServer& WarmServer::of_zygotes() {
  static WarmServer server(zygotes);
  return server;
}

WarmServer& WarmServer::of_fork_servers() {
  static const process::TemporaryFolder folder("nursery");
  static WarmServer server([](int channel) { return fork_servers(channel, folder.path()); });
  return server;
}

WarmServer::WarmServer(const std::function<process::Program(int)>& program_for) {
  auto [mine, its] = protocol::packet_pair();
  channel_ = std::move(mine);
  process::Program program = program_for(its.get());
  program.environment[kMarkVariable] = std::string(kMarkLength, '-');
  program.inherited = {its.get()};
  program.dies_with_parent = true;
  process::become_subreaper();  // this process adopts what the server starts
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
