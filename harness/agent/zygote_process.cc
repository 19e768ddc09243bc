#include "harness/agent/zygote_process.h"

#include <sys/mman.h>

#include <system_error>

#include "harness/process/log.h"
#include "harness/process/preloaded.h"
#include "harness/process/search.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/warm_start.h"

namespace gridlock::agent {
namespace {

constexpr auto kLongestPreload = std::chrono::minutes(10);

}  // namespace

process::Program torch_program(const Programs& programs, const std::string& mode) {
  process::Program program;
  program.arguments = {programs.zygote, mode,        "--python",
                       programs.python, "--package", programs.package};
  program.environment = {
      // Gives the forked ranks of all runs the same hash seed. Forked ranks share the zygote's seed
      // anyway; a fixed seed makes runs comparable.
      {"PYTHONHASHSEED", "0"},
      {"PYTHONUNBUFFERED", "1"},
      {"TORCHINDUCTOR_CACHE_DIR", programs.cache / "inductor"},
      {"TRITON_CACHE_DIR", programs.cache / "triton"},
  };
  // Removes the variables that a launcher set for the agent, because they would mislead MPI or
  // torchrun inside a rank.
  program.removed = {"OMPI_", "PMIX_", "PMI_", "TORCHELASTIC_", "MASTER_ADDR", "MASTER_PORT"};
  program.dies_with_parent = true;
  program.environment["LD_PRELOAD"] =
      process::prepended(process::preloaded_libraries(programs.zygote.parent_path()), "LD_PRELOAD");
  return program;
}

void ZygoteProcess::start() {
  log_ = process::make_log();
  ready_ = false;
  started_ = std::chrono::steady_clock::now();
  process::Program program = torch_program(programs_, "zygote");
  if (const auto warm = protocol::take_warm_child(protocol::kWarmZygote)) {
    pid_ = warm->pid;
    socket_.reset(warm->channel);
    protocol::send_packet(socket_.get(), to_text(protocol::Execution{{}, environment_of(program)}),
                          {log_.get()});
    return;
  }
  auto [mine, its] = protocol::packet_pair();
  program.arguments.insert(program.arguments.end(), {"--agent", std::to_string(its.get())});
  program.inherited = {its.get()};
  program.standard_output = log_.get();
  pid_ = process::spawn(program);
  socket_ = std::move(mine);
}

bool ZygoteProcess::preloading() const {
  return socket_ && !ready_ && std::chrono::steady_clock::now() - started_ < kLongestPreload;
}

void ZygoteProcess::fork_spawner(const process::Fd& spawner_socket) {
  if (!socket_) start();
  try {
    protocol::send_packet(socket_.get(), "fork", {spawner_socket.get()});
  } catch (const std::system_error&) {
    // A zygote that died before it was ready is not replaced, because its successor would fail too.
    // handle() reports the failure.
    if (!ready_) return;
    start();
    protocol::send_packet(socket_.get(), "fork", {spawner_socket.get()});
  }
}

bool ZygoteProcess::handle() {
  if (protocol::receive_packet(socket_.get())) {
    ready_ = true;
    return true;
  }
  socket_.reset();
  return false;
}

std::string ZygoteProcess::log_tail() const {
  return process::read_log(log_.get());
}

}  // namespace gridlock::agent
