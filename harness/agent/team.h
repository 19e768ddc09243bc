// A team: the ranks of this host that train a cell together, and their keeper. A team of the fork
// and cold tiers trains one cell; a warm one stays and trains the next cell of the same size.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/trace/ring.h"
#include "harness/wire/channel.h"
#include "harness/wire/messages.h"

namespace gridlock::agent {

// One rank as the agent sees it.
struct Member {
  int rank = 0;
  pid_t pid = -1;  // -1 until the keeper has started it
  trace::Ring ring;
  process::Fd log;
  wire::Channel channel;
  bool exited = false;
  std::string raised = {};  // the exception that it is ending with; "" = none that is known
  bool left = false;        // its process goes on, and makes no further call of this job
  pid_t launcher = 0;  // whose child it is and who may start it again; 0 = gridlock, which does not
  bool reported_end = false;  // of the present job: "done" or "error"
  bool failed = false;        // "error", a signal, or an exit before its end
};

class Team {
 public:
  using Environment = std::map<std::string, std::string>;
  using Publish = std::function<void(const wire::Event&)>;

  // Orders the ranks of `block` from the keeper behind `keeper`. `store` is a listening socket for
  // rank 0, or closed.
  Team(process::Fd keeper, wire::RankBlock block, process::Fd store,
       const std::function<Environment(int rank)>& environment, Publish publish);

  // Ends every process of the team.
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Hands the job to all ranks. `last`: there will be no other, so that they exit after it.
  void begin(const wire::Run& run, bool last);

  // Takes what keeper and ranks have said and publishes it.
  void handle();
  // Publishes a Progress when anything happened since the last one; at most ten times a second
  // while all ranks stay in their phases.
  void publish_progress();

  // True when this host's share of the job is over: each rank has exited or, kept warm, reported.
  bool share_is_over() const;
  bool failed() const;
  int job() const { return job_; }
  const std::vector<Member>& members() const { return members_; }
  std::vector<int> fds() const;  // to be polled
  bool idle() const { return idle_; }
  void set_idle() { idle_ = true; }

 private:
  void order_ranks(process::Fd store, const std::function<Environment(int rank)>& environment,
                   std::vector<process::Fd> channels);
  void handle_keeper();
  void handle_member(Member& member);
  void note_exit(Member& member, int exit_code, int signal);
  Member* find(int rank);

  process::Fd keeper_;
  pid_t keeper_pid_ = -1;
  std::vector<Member> members_;
  Publish publish_;
  int job_ = -1;
  bool last_ = true;
  bool idle_ = false;
  std::uint64_t events_seen_ = 0;
  std::chrono::steady_clock::time_point progress_sent_{};
  std::vector<std::string> phases_sent_;
};

// The specification of one rank: the run's, with its place in the world.
nlohmann::json specification_of(const wire::Run& run, int rank, int local_rank,
                                int local_world_size);

}  // namespace gridlock::agent
