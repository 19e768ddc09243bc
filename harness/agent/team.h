// The ranks of this host that train a cell together, and their spawner. A team of the fork or cold
// tier trains one cell. A warm team stays alive and trains the next cell of the same size.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/inspect/local_rank.h"
#include "harness/process/fd.h"
#include "harness/protocol/channel.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/spawner_messages.h"

namespace gridlock::agent {

class Team {
 public:
  using Environment = std::map<std::string, std::string>;
  using Publish = std::function<void(const protocol::Event&)>;

  // Requests the ranks of `block` from the spawner at the other end of `spawner`. `store` is a
  // listening socket for rank 0, or an empty Fd.
  Team(process::Fd spawner, protocol::RankBlock block, process::Fd store,
       const std::function<Environment(int rank)>& environment, Publish publish);

  // Kills every process of the team.
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Sends the job to all ranks. If `last` is set, the ranks exit after this job.
  void begin(const protocol::Run& run, bool last);

  // Reads and publishes the messages of the spawner and the ranks.
  void handle();
  // Publishes a Progress if anything has happened since the previous one. While no rank changes its
  // phase, it publishes at most ten per second.
  void publish_progress();

  // If output is streamed, also publishes each rank's last line even if it has no line break.
  void publish_last_output() { publish_output(/*unfinished=*/true); }

  // Returns whether this host's share of the job is over: each rank has exited or, in a warm team,
  // has reported its end.
  bool local_ranks_done() const;
  bool failed() const;
  int job() const { return job_; }
  const std::vector<inspect::LocalRank>& ranks() const { return ranks_; }
  std::vector<int> fds() const;  // to be polled
  // Returns whether the rings have room for the records of another job. A warm team keeps its
  // rings, and a ring keeps the groups and store keys of all jobs.
  bool has_room() const;
  bool idle() const { return idle_; }
  void set_idle() { idle_ = true; }

 private:
  void request_ranks(process::Fd store, const std::function<Environment(int rank)>& environment,
                     std::vector<process::Fd> channels);
  void handle_spawner();
  void handle(const protocol::SpawnerReady& ready);
  void handle(const protocol::RankStarted& started);
  void handle(const protocol::RankEnded& ended);
  void handle_reports(std::size_t i);
  void record_exit(std::size_t i, int exit_code, int signal);
  void publish_output(bool unfinished);
  std::optional<std::size_t> find(int rank) const;

  process::Fd spawner_;
  pid_t spawner_pid_ = -1;
  // The connection to a rank, and what the rank has reported about the current job.
  struct Link {
    protocol::Channel channel;
    off_t output_sent = 0;      // bytes of the rank's log that were sent
    bool reported_end = false;  // the rank sent "done" or "error"
    bool failed = false;        // "error", a signal, or an exit before the rank's end
  };
  std::vector<inspect::LocalRank> ranks_;
  std::vector<Link> links_;  // one for each rank
  Publish publish_;
  int job_ = -1;
  bool last_ = true;
  bool stream_ = false;
  bool idle_ = false;
  std::uint64_t events_seen_ = 0;
  std::chrono::steady_clock::time_point progress_sent_{};
  std::vector<std::string> phases_sent_;
};

// Returns the request for one rank: the run's spec and the rank's numbers in the world and on this
// host.
protocol::RankSpec spec_of(const protocol::Run& run, int rank, int local_rank,
                           int local_world_size);

}  // namespace gridlock::agent
