// Keeps the jobs below gridlock exec: which ranks have joined each job, and which of them have
// exited.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/exception.h"
#include "harness/exec/intervals.h"
#include "harness/exec/registration_socket.h"
#include "harness/inspect/local_rank.h"
#include "harness/inspect/quiet_watch.h"
#include "harness/monitor/examination.h"
#include "harness/process/process_handle.h"
#include "harness/trace/layout.h"

namespace gridlock::exec {

// Bytes of shared memory for one rank.
inline constexpr std::size_t kRingBytes = sizeof(trace::Layout);

// The ranks that share a rendezvous.
struct Job {
  Job(std::string job_name, int size, const Intervals& intervals)
      : name(std::move(job_name)),
        world_size(size),
        between_snapshots(intervals.between_snapshots),
        quiet(intervals.first_check),
        examination(size) {}

  std::string name;        // the other hosts use the same name
  std::string rendezvous;  // the ranks' rendezvous and its network namespace
  int world_size;
  std::vector<inspect::LocalRank> members;  // the ranks that have joined, sorted
  std::vector<process::ProcessHandle> processes;  // one for each member
  std::chrono::milliseconds between_snapshots;
  inspect::QuietWatch quiet;
  monitor::Examination examination;
  bool desync_reported = false;
  // A rank that has raised. Raises are in order of time.
  struct Raise {
    int rank;
    std::chrono::steady_clock::time_point when;
    double busy_seconds;     // how long its main thread had been busy by then
    bool announced = false;  // the user has been told that the rank does not end
  };
  std::vector<Raise> raised;
  std::map<int, trace::Lost> lost;  // by rank: the limits that were reported (record_limits.h)

  bool finished() const;  // all members have ended or joined another job
};

class JobRegistry {
 public:
  explicit JobRegistry(const Intervals& intervals) : intervals_(intervals) {}

  // Adds a rank to its job and sends it a ring. The first registration creates the job. If ranks
  // use the same rendezvous again, in the same processes or in others, they form the next
  // generation of the job. Throws std::system_error if there is no memory for a ring.
  void register_rank(const RankRegistration& registration);
  // Records that a process is about to exit with an exception. If exception.error is "", the
  // process has handled its last exception and continues.
  void record_exception(pid_t process, diagnosis::Exception exception);
  // Returns the exception that the process has reported, or null if there is none.
  const diagnosis::Exception* exception_of(pid_t process) const;
  // Returns whether the process has recorded the end of its script. After that, only its
  // interpreter exits.
  bool script_has_ended(pid_t process) const;
  // Records which ranks have exited.
  void poll_exits();

  // Sets the processes that gridlock exec has started on this host, by rank. `world_size` is the
  // number of ranks on all hosts.
  void set_processes(std::map<int, pid_t> processes, int world_size);
  // A process of this host that is a rank of the job but has not joined it. Either the process has
  // not created its first process group yet, or it is still in another generation of the job.
  struct Absent {
    int rank = 0;
    pid_t pid = -1;
    const inspect::LocalRank* before = nullptr;  // its entry in another job; null if there is none
  };
  std::vector<Absent> absent(const Job& job) const;

  std::list<Job>& jobs() { return jobs_; }
  Job* find(const std::string& name);  // null if there is none
  // Returns whether there is a job, and all ranks of this host have joined every job. Each of the
  // `hosts` hosts must have the same number of ranks.
  bool all_joined(int hosts) const;
  // Returns the number of events that all ranks of all jobs have ever recorded. The registration
  // and the exit of a rank count as events too.
  std::uint64_t events() const;

 private:
  void leave_other_jobs(pid_t process);
  Job& job_of(const RankRegistration& registration);
  std::optional<Absent> find_absent(const Job& job, int rank) const;

  Intervals intervals_;
  std::list<Job> jobs_;
  std::map<int, pid_t> processes_;
  int world_size_ = 0;  // the world size of processes_
  std::map<pid_t, diagnosis::Exception> exceptions_;
  std::map<std::string, int> generations_;  // number of generations by rendezvous
  std::uint64_t past_events_ = 0;           // registrations, exits, events of erased jobs
};

}  // namespace gridlock::exec
