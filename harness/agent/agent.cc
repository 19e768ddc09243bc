#include "harness/agent/agent.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "harness/inspect/facts_message.h"
#include "harness/inspect/record_limits.h"
#include "harness/inspect/visibility.h"
#include "harness/process/process_tree.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/rendezvous.h"
#include "harness/prover/prover.h"

namespace gridlock::agent {
namespace {

constexpr int kIdleTickMs = 1000;
constexpr int kTickMs = 20;       // interval between checks of the rings while a cell runs
constexpr int kWindowTickMs = 2;  // interval while quiet windows are made

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

bool is_warm(const protocol::Run& run) {
  return run.tier == "warm";
}

// Returns the environment variables in which a cold rank differs from a forked one: its own caches,
// the variables that the cell sets, and its own hash seed if the cell asks for one. The seed is the
// same in each run.
Team::Environment cold_environment(const protocol::Run& run, const std::filesystem::path& cache,
                                   int rank) {
  const protocol::Axes::value_type per_rank_seed{"hash_seed", std::string("per_rank")};
  const bool per_rank = std::ranges::count(run.spec.axes, per_rank_seed) > 0;
  Team::Environment environment = run.spec.environment;
  environment.insert({{"PYTHONHASHSEED", std::to_string(per_rank ? rank + 1 : 0)},
                      {"TORCHINDUCTOR_CACHE_DIR", cache / "inductor"},
                      {"TRITON_CACHE_DIR", cache / "triton"}});
  return environment;
}

}  // namespace

Agent::Agent(Programs programs, Uplink& uplink)
    : programs_(std::move(programs)), uplink_(uplink), zygote_(programs_) {
  uplink_.publish(protocol::Hello{host_name(), getpid()});
}

void Agent::run(const volatile std::sig_atomic_t& stop) {
  while (!quitting_ && stop == 0 && !uplink_.closed()) {
    wait_for_events();
    for (const protocol::Command& command : uplink_.receive()) execute(command);
    if (zygote_.fd() >= 0) handle_zygote();
    publish_preload_progress();
    for (auto& [team, running] : running_) update(running);
    std::erase_if(running_, [](const auto& entry) { return !entry.second.team; });
    reap();
  }
  // The first agent must pass Quit on, because no other process tells the other agents to quit.
  if (!quitting_) uplink_.relay(protocol::Quit{});
  process::kill_descendants(process::system_table(), getpid());
  for (auto& [team, running] : running_) end_team(running);
}

void Agent::wait_for_events() {
  std::vector<pollfd> waits;
  for (const int fd : uplink_.fds()) waits.push_back({fd, POLLIN, 0});
  if (zygote_.fd() >= 0) waits.push_back({zygote_.fd(), POLLIN, 0});
  for (const auto& [team, running] : running_) {
    for (const int fd : running.team->fds()) waits.push_back({fd, POLLIN, 0});
  }
  poll(waits.data(), waits.size(), tick_ms());
}

int Agent::tick_ms() const {
  int tick = kIdleTickMs;
  for (const auto& [team, running] : running_) {
    if (!running.team->idle()) tick = std::min(tick, running.windows ? kWindowTickMs : kTickMs);
  }
  return tick;
}

void Agent::execute(const protocol::Command& command) {
  if (const auto* run = std::get_if<protocol::Run>(&command)) return begin(*run);
  uplink_.relay(command);
  if (const auto* request = std::get_if<protocol::Stop>(&command)) stop(*request);
  if (const auto* request = std::get_if<protocol::Retire>(&command)) retire(request->job);
  if (const auto* request = std::get_if<protocol::FactsRequest>(&command)) answer(*request);
  if (std::holds_alternative<protocol::Quit>(command)) quitting_ = true;
}

void Agent::answer(const protocol::FactsRequest& command) {
  RunningTeam* running = find(command.job);
  if (running == nullptr) return;
  if (protocol::is_second(command)) std::this_thread::sleep_for(prover::kBetweenSnapshots);
  publish_facts(*running, command.round);
}

void Agent::publish_facts(RunningTeam& running, int round) {
  uplink_.publish(inspect::facts_message(running.run.job, round, running.team->ranks()));
}

void Agent::begin(protocol::Run run) {
  process::Fd store = assign_team(run);
  uplink_.relay(run);
  const protocol::RankBlock block =
      protocol::ranks_of(uplink_.agent(), uplink_.agents(), run.world_size);
  if (block.count == 0) return uplink_.publish(protocol::Ended{run.job, false});
  try {
    if (!running_.contains(run.team)) start_team(run, block, std::move(store));
  } catch (const std::exception& error) {
    return uplink_.publish(protocol::SetupFailed{error.what()});
  }
  RunningTeam& running = running_.at(run.team);
  running.run = run;
  running.windows.reset();
  // Quiet windows need all ranks on one host, because a single agent must stop them.
  if (run.spec.stress && block.count == run.world_size) {
    running.windows.emplace(*run.spec.stress, run.evidence);
  }
  running.team->begin(run, /*last=*/!is_warm(run));
}

// Chooses the team and reserves a port if the team is new. Only the first agent does this.
process::Fd Agent::assign_team(protocol::Run& run) {
  if (uplink_.agent() != 0) return {};
  run.team = idle_team(run);
  const bool is_new = run.team < 0;
  if (is_new) run.team = next_team_++;
  run.spec.master_addr = uplink_.one_host() ? "127.0.0.1" : host_name();
  run.spec.store = "tcp";
  if (!is_new) {
    run.spec.master_port = running_.at(run.team).run.spec.master_port;
    return {};
  }
  auto [store, port] = protocol::listen_on_free_port(uplink_.one_host());
  run.spec.master_port = port;
  return std::move(store);
}

int Agent::idle_team(const protocol::Run& run) const {
  if (!is_warm(run)) return -1;
  for (const auto& [team, running] : running_) {
    if (running.team->idle() && running.run.world_size == run.world_size &&
        running.run.devices == run.devices) {
      return team;
    }
  }
  return -1;
}

void Agent::start_team(const protocol::Run& run, protocol::RankBlock block, process::Fd store) {
  RunningTeam running;
  Team::Environment none;
  if (run.tier == "cold") running.fresh_cache.emplace("cold");
  const auto environment = [&](int rank) {
    return run.tier == "cold" ? cold_environment(run, running.fresh_cache->path(), rank) : none;
  };
  running.team =
      std::make_unique<Team>(start_spawner(run), block, std::move(store), environment,
                             [this](const protocol::Event& event) { uplink_.publish(event); });
  running_.emplace(run.team, std::move(running));
}

process::Fd Agent::start_spawner(const protocol::Run& run) {
  auto [mine, its] = protocol::packet_pair();
  if (run.tier == "cold") {
    process::Program program = torch_program(programs_, "spawner");
    program.arguments.insert(program.arguments.end(), {"--agent", std::to_string(its.get())});
    program.inherited = {its.get()};
    process::spawn(program);
  } else {
    zygote_.fork_spawner(its);
  }
  return std::move(mine);
}

void Agent::stop(const protocol::Stop& command) {
  RunningTeam* running = find(command.job);
  if (running == nullptr || running->stopping) return;
  running->stopping = true;
  // Reads the facts before py-spy pauses the ranks, because a paused thread that resumes looks as
  // if it had computed.
  publish_facts(*running, protocol::Facts::kAtTheEnd);
  if (!command.stacks) return;
  running->stacks = std::make_unique<inspect::StackCollector>(
      inspect::find_py_spy(programs_.python), running->run.evidence,
      inspect::stack_targets(running->team->ranks()));
}

void Agent::retire(int job) {
  if (RunningTeam* running = find(job)) end_team(*running);
  std::erase_if(running_, [](const auto& entry) { return !entry.second.team; });
}

void Agent::update(RunningTeam& running) {
  running.team->handle();
  // An idle team is not retired here: the controller retires it on all hosts.
  if (running.team->idle()) return;
  running.team->publish_progress();
  if (!visibility_checked_) report_obstacle(running.team->ranks());
  if (!running.stopping &&
      running.quiet.is_due(running.team->ranks(), std::chrono::steady_clock::now())) {
    uplink_.publish(protocol::Quiet{running.run.job});
  }
  if (running.windows && !running.stopping &&
      running.windows->is_due(std::chrono::steady_clock::now())) {
    running.windows->make(running.team->ranks());
  }
  const bool stopped = running.stopping && (!running.stacks || running.stacks->finished());
  if (stopped || (!running.stopping && running.team->local_ranks_done())) finish_job(running);
}

// Checks once whether this process can see what a proof of a deadlock needs.
void Agent::report_obstacle(const std::vector<inspect::LocalRank>& ranks) {
  if (ranks.empty() || ranks.front().pid < 0) return;
  visibility_checked_ = true;
  const std::string rank = "rank " + std::to_string(ranks.front().rank);
  const std::string obstacle = inspect::obstacle_to_proofs(ranks.front().pid, rank);
  if (obstacle.empty()) return;
  uplink_.publish(
      protocol::HostNote{uplink_.one_host() ? obstacle : "on " + host_name() + ", " + obstacle});
}

void Agent::finish_job(RunningTeam& running) {
  const int job = running.run.job;
  const bool failed = running.stopping || running.team->failed();
  if (!running.stopping) publish_facts(running, protocol::Facts::kAtTheEnd);
  if (running.windows) running.windows->write(running.team->ranks());
  running.team->publish_last_output();
  std::vector<std::string> notes = inspect::exceeded_limits(running.team->ranks());
  const inspect::Written written = write_files(running, failed);
  if (!written.all)
    notes.emplace_back("the evidence is incomplete, because a file could not be written");
  if (failed || !is_warm(running.run) || !running.team->has_room()) {
    end_team(running);
  } else {
    running.team->set_idle();
  }
  uplink_.publish(protocol::Ended{job, written.any, std::move(notes)});
}

// Writes all files of the ranks if this host's share failed. Otherwise writes only the logs,
// because the cell may still fail when its numerical results are compared.
inspect::Written Agent::write_files(const RunningTeam& running, bool failed) {
  const std::filesystem::path folder = running.run.evidence;
  if (failed) return inspect::write_rank_files(folder, running.team->ranks());
  return inspect::write_logs(folder, running.team->ranks());
}

void Agent::end_team(RunningTeam& running) {
  running.team.reset();
  running.fresh_cache.reset();
}

void Agent::handle_zygote() {
  pollfd wait{zygote_.fd(), POLLIN, 0};
  if (poll(&wait, 1, 0) <= 0 || zygote_.handle() || zygote_.ready()) return;
  const std::string log = zygote_.log_tail();
  uplink_.publish(protocol::SetupFailed{"torch could not be preloaded with " +
                                        programs_.python.string() + ": " +
                                        (log.empty() ? "the process was killed" : log)});
}

// Reports progress while the zygote preloads torch. Otherwise, the cells that wait for the zygote
// would count as stalled.
void Agent::publish_preload_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (!zygote_.preloading() || now - preload_published_ < std::chrono::seconds(1)) return;
  preload_published_ = now;
  for (const auto& [team, running] : running_) {
    if (running.run.tier != "cold") uplink_.publish(protocol::Progress{running.run.job, {}, {}});
  }
}

// Reaps the spawners of cold teams, the zygote, and orphans. Reaps nothing while stacks are
// collected, because the collector must receive the exit status of py-spy.
void Agent::reap() {
  const bool collecting = std::any_of(running_.begin(), running_.end(), [](const auto& entry) {
    return entry.second.stacks != nullptr;
  });
  while (!collecting && waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

Agent::RunningTeam* Agent::find(int job) {
  const auto running = std::find_if(running_.begin(), running_.end(),
                                    [&](const auto& entry) { return entry.second.run.job == job; });
  return running == running_.end() ? nullptr : &running->second;
}

}  // namespace gridlock::agent
