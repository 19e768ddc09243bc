// The jobs below an exec: which ranks have come, and which of their processes are gone.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/exception.h"
#include "harness/exec/pace.h"
#include "harness/exec/registration_socket.h"
#include "harness/inspect/local_rank.h"
#include "harness/inspect/quiet_watch.h"
#include "harness/monitor/examination.h"
#include "harness/process/fd.h"
#include "harness/trace/layout.h"

namespace gridlock::exec {

// Of shared memory, for each rank.
inline constexpr std::size_t kRingBytes = sizeof(trace::Layout);

// Ranks that meet at one place.
struct Job {
  Job(std::string where, int size, const Pace& pace)
      : name(std::move(where)),
        world_size(size),
        between_snapshots(pace.between_snapshots),
        quiet(pace.first_look),
        examination(size) {}

  std::string name;   // as other hosts know it too
  std::string where;  // where its ranks meet, in which network
  int world_size;
  std::vector<inspect::LocalRank> members;  // those that have come, by rank
  std::vector<process::Fd> lives;           // their pidfds
  std::chrono::milliseconds between_snapshots;
  inspect::QuietWatch quiet;
  monitor::Examination examination;
  bool desync_reported = false;
  // Ranks that have raised, first the first: when, and how long the main thread had been busy then.
  struct Raise {
    int rank;
    std::chrono::steady_clock::time_point when;
    double busy_seconds;
  };
  std::vector<Raise> raised;

  bool over() const;  // all that came are gone, or have left it for another one
};

class JobRegistry {
 public:
  explicit JobRegistry(const Pace& pace) : pace_(pace) {}

  // Takes a registration into its job, which is made for the first one, and gives it a ring. Ranks
  // that meet at the same place again, in this process or in another, are another job: its
  // generation. Throws std::system_error where there is no memory for a ring.
  void admit(const RankRegistration& registration);
  // A process is about to end with an exception; with an empty one: it has handled that, and goes
  // on.
  void note_exception(pid_t process, diagnosis::Exception exception);
  // Null where it has reported none.
  const diagnosis::Exception* exception_of(pid_t process) const;
  // Whether its script had run to its end, when a process was last seen: what it does then, the
  // interpreter's exit does.
  bool script_has_ended(pid_t process) const;
  // Looks who is gone.
  void look();

  // The processes of this host that exec has started as ranks of a world of that size, by rank.
  void know(std::map<int, pid_t> processes, int world_size);
  // A process of this host that is a rank of the job and has not come to it. It may stand before
  // its first process group, or have left the job's former generation.
  struct Absent {
    int rank = 0;
    pid_t pid = -1;
    const inspect::LocalRank* before = nullptr;  // in another job; null where it was in none
  };
  std::vector<Absent> absent(const Job& job) const;

  std::list<Job>& jobs() { return jobs_; }
  Job* find(const std::string& name);  // null where there is none
  // Every job has its share of ranks, on one of so many hosts, and there is one.
  bool all_have_come(int hosts) const;
  // Recorded by all ranks of all jobs ever; that a rank comes or ends is one too.
  std::uint64_t events() const;

 private:
  void leave_others(pid_t process);
  Job& job_of(const RankRegistration& registration);
  std::optional<Absent> find_absent(const Job& job, int rank) const;

  Pace pace_;
  std::list<Job> jobs_;
  std::map<int, pid_t> processes_;
  int world_size_ = 0;  // of the processes
  std::map<pid_t, diagnosis::Exception> exceptions_;
  std::map<std::string, int> generations_;  // of jobs, by where their ranks meet
  std::uint64_t past_events_ = 0;           // arrivals, ends, and those of jobs that made place
};

}  // namespace gridlock::exec
