#include "harness/exec/job_registry.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "harness/inspect/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::exec {
namespace {

// Returns the network namespace of the process. Job::rendezvous includes it, because two namespaces
// may use the same port for different rendezvous.
std::string network_of(pid_t process) {
  std::error_code error;
  return std::filesystem::read_symlink(fmt::format("/proc/{}/ns/net", process), error).string();
}

// Returns the parent of the process, or 0 if that is this process.
pid_t launcher_of(pid_t process) {
  const auto parents = process::system_table().parents();
  const auto found = parents.find(process);
  return found == parents.end() || found->second == getpid() ? 0 : found->second;
}

}  // namespace

bool Job::finished() const {
  return std::ranges::all_of(members,
                             [](const inspect::LocalRank& m) { return m.exited || m.left; });
}

void JobRegistry::register_rank(const RankRegistration& registration) {
  inspect::LocalRank member{
      .rank = registration.rank, .ring = trace::Ring::create(), .stacks = process::make_log()};
  member.pid = registration.pid;
  member.launcher = launcher_of(registration.pid);
  process::ProcessHandle process(registration.pid);
  member.exited = process.ended();
  RegistrationSocket::answer(registration, member.ring.fd(), member.stacks.get());
  leave_other_jobs(registration.pid);
  Job& job = job_of(registration);
  ++past_events_;
  const auto place =
      std::ranges::lower_bound(job.members, member.rank, {}, &inspect::LocalRank::rank);
  job.processes.insert(job.processes.begin() + (place - job.members.begin()), std::move(process));
  job.members.insert(place, std::move(member));
}

// Removes the process from all jobs before it joins another one. Erases jobs without a running
// rank.
void JobRegistry::leave_other_jobs(pid_t process) {
  for (Job& job : jobs_) {
    for (inspect::LocalRank& member : job.members) member.left |= member.pid == process;
  }
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    if (!job->finished()) {
      ++job;
      continue;
    }
    past_events_ += inspect::events_of(job->members);
    job = jobs_.erase(job);
  }
}

void JobRegistry::record_exception(pid_t process, diagnosis::Exception exception) {
  const std::string error = exception.error;
  if (error.empty()) {
    exceptions_.erase(process);
  } else {
    exceptions_.try_emplace(process, std::move(exception));
  }
  for (Job& job : jobs_) {
    for (inspect::LocalRank& member : job.members) {
      if (member.pid != process || member.left) continue;
      if (error.empty()) {
        std::erase_if(job.raised, [&](const Job::Raise& r) { return r.rank == member.rank; });
      } else if (member.raised.empty()) {
        job.raised.push_back({member.rank, std::chrono::steady_clock::now(),
                              inspect::busy_seconds(process, process), false});
      }
      if (error.empty() || member.raised.empty()) member.raised = error;
    }
  }
}

const diagnosis::Exception* JobRegistry::exception_of(pid_t process) const {
  const auto known = exceptions_.find(process);
  return known != exceptions_.end() ? &known->second : nullptr;
}

bool JobRegistry::script_has_ended(pid_t process) const {
  for (const Job& job : jobs_) {
    for (const inspect::LocalRank& member : job.members) {
      if (member.pid != process || member.left) continue;
      const auto state = trace::RingReader(member.ring).main_state();
      const auto done = static_cast<std::uint16_t>(trace::Phase::kDone);
      return state && state->kind == trace::Kind::kPhase && state->op == done;
    }
  }
  return false;
}

// Returns the first generation of the job that this rank has not joined. Creates it if there is
// none.
Job& JobRegistry::job_of(const RankRegistration& registration) {
  const std::string rendezvous = registration.job + network_of(registration.pid);
  for (Job& job : jobs_) {
    const bool joined =
        std::ranges::count(job.members, registration.rank, &inspect::LocalRank::rank) > 0;
    if (job.rendezvous == rendezvous && job.world_size == registration.world_size && !joined)
      return job;
  }
  const int generation = generations_[rendezvous]++;
  Job& job = jobs_.emplace_back(registration.job, registration.world_size, intervals_);
  job.rendezvous = rendezvous;
  if (generation > 0) job.name += fmt::format(" (generation {})", generation);
  return job;
}

void JobRegistry::set_processes(std::map<int, pid_t> processes, int world_size) {
  processes_ = std::move(processes);
  world_size_ = world_size;
}

// Returns the process of a rank that has not joined the job. If gridlock exec has started the ranks
// and the job has their world size, this is the process that exec has started. Otherwise it is the
// process that has this rank in another generation of the job.
std::optional<JobRegistry::Absent> JobRegistry::find_absent(const Job& job, int rank) const {
  const auto started = job.world_size == world_size_ ? processes_.find(rank) : processes_.end();
  for (const Job& other : jobs_) {
    for (const inspect::LocalRank& member : other.members) {
      if (&other == &job || member.exited || member.left) continue;
      const bool same = started != processes_.end()
                            ? started->second == member.pid
                            : other.rendezvous == job.rendezvous && member.rank == rank;
      if (same) return Absent{rank, member.pid, &member};
    }
  }
  if (started == processes_.end()) return std::nullopt;
  return Absent{rank, started->second, nullptr};
}

std::vector<JobRegistry::Absent> JobRegistry::absent(const Job& job) const {
  std::vector<Absent> absent;
  for (int rank = 0; rank < job.world_size; ++rank) {
    if (std::ranges::count(job.members, rank, &inspect::LocalRank::rank) > 0) continue;
    if (const auto found = find_absent(job, rank)) absent.push_back(*found);
  }
  return absent;
}

Job* JobRegistry::find(const std::string& name) {
  const auto found = std::ranges::find(jobs_, name, &Job::name);
  return found != jobs_.end() ? &*found : nullptr;
}

void JobRegistry::poll_exits() {
  for (Job& job : jobs_) {
    for (std::size_t i = 0; i < job.members.size(); ++i) {
      if (job.members[i].exited || !job.processes[i].ended()) continue;
      job.members[i].exited = true;
      ++past_events_;
    }
  }
}

bool JobRegistry::all_joined(int hosts) const {
  return !jobs_.empty() && std::ranges::all_of(jobs_, [&](const Job& job) {
    return static_cast<int>(job.members.size()) * hosts >= job.world_size;
  });
}

std::uint64_t JobRegistry::events() const {
  std::uint64_t events = past_events_;
  for (const Job& job : jobs_) events += inspect::events_of(job.members);
  return events;
}

}  // namespace gridlock::exec
