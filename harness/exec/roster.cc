#include "harness/exec/roster.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "harness/agent/facts.h"

namespace gridlock::exec {
namespace {

bool is_gone(const process::Fd& pidfd) {
  pollfd life{pidfd.get(), POLLIN, 0};
  return !pidfd || poll(&life, 1, 0) > 0;
}

}  // namespace

bool Job::over() const {
  return std::ranges::all_of(members, &agent::Member::exited);
}

// A rank that comes again has a new process, and with it a new history.
void Roster::admit(const Newcomer& newcomer) {
  agent::Member member{
      .rank = newcomer.rank, .ring = trace::Ring::create(), .log = {}, .channel = {}};
  member.pid = newcomer.pid;
  process::Fd life(static_cast<int>(syscall(SYS_pidfd_open, newcomer.pid, 0)));
  member.exited = is_gone(life);
  Hub::give_ring(newcomer, member.ring.fd());
  Job& job = job_of(newcomer);
  ++past_events_;
  const auto place = std::ranges::lower_bound(job.members, member.rank, {}, &agent::Member::rank);
  const auto index = place - job.members.begin();
  if (place != job.members.end() && place->rank == member.rank) {
    *place = std::move(member);
    job.lives[static_cast<std::size_t>(index)] = std::move(life);
  } else {
    job.members.insert(place, std::move(member));
    job.lives.insert(job.lives.begin() + index, std::move(life));
  }
}

Job& Roster::job_of(const Newcomer& newcomer) {
  const auto known = std::ranges::find(jobs_, newcomer.job, &Job::name);
  if (known != jobs_.end() && known->world_size == newcomer.world_size && !known->over()) {
    return *known;
  }
  if (known != jobs_.end()) {
    past_events_ += agent::events_of(known->members);
    jobs_.erase(known);
  }
  return jobs_.emplace_back(newcomer.job, newcomer.world_size);
}

Job* Roster::find(const std::string& name) {
  const auto known = std::ranges::find(jobs_, name, &Job::name);
  return known != jobs_.end() ? &*known : nullptr;
}

void Roster::look() {
  for (Job& job : jobs_) {
    for (std::size_t i = 0; i < job.members.size(); ++i) {
      if (!job.members[i].exited) job.members[i].exited = is_gone(job.lives[i]);
    }
  }
}

bool Roster::all_have_come(int hosts) const {
  return !jobs_.empty() && std::ranges::all_of(jobs_, [&](const Job& job) {
    return static_cast<int>(job.members.size()) * hosts >= job.world_size;
  });
}

std::uint64_t Roster::events() const {
  std::uint64_t events = past_events_;
  for (const Job& job : jobs_) events += agent::events_of(job.members);
  return events;
}

}  // namespace gridlock::exec
