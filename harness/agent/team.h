// A team: the ranks of this host that train a cell together, and their keeper. A team of the fork
// and cold tiers trains one cell; a warm one stays and trains the next cell of the same size.
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
#include "harness/protocol/keeper_messages.h"
#include "harness/protocol/messages.h"

namespace gridlock::agent {

class Team {
 public:
  using Environment = std::map<std::string, std::string>;
  using Publish = std::function<void(const protocol::Event&)>;

  // Orders the ranks of `block` from the keeper behind `keeper`. `store` is a listening socket for
  // rank 0, or closed.
  Team(process::Fd keeper, protocol::RankBlock block, process::Fd store,
       const std::function<Environment(int rank)>& environment, Publish publish);

  // Ends every process of the team.
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Hands the job to all ranks. `last`: there will be no other, so that they exit after it.
  void begin(const protocol::Run& run, bool last);

  // Takes what keeper and ranks have said and publishes it.
  void handle();
  // Publishes a Progress when anything happened since the last one; at most ten times a second
  // while all ranks stay in their phases.
  void publish_progress();

  // The last that ranks printed, if it is sent at all.
  void publish_last_output() { publish_output(/*unfinished=*/true); }

  // True when this host's share of the job is over: each rank has exited or, kept warm, reported.
  bool share_is_over() const;
  bool failed() const;
  int job() const { return job_; }
  const std::vector<inspect::LocalRank>& ranks() const { return ranks_; }
  std::vector<int> fds() const;  // to be polled
  bool idle() const { return idle_; }
  void set_idle() { idle_ = true; }

 private:
  void order_ranks(process::Fd store, const std::function<Environment(int rank)>& environment,
                   std::vector<process::Fd> channels);
  void handle_keeper();
  void on(const protocol::KeeperReady& ready);
  void on(const protocol::RankStarted& started);
  void on(const protocol::RankEnded& ended);
  void handle_reports(std::size_t i);
  void note_exit(std::size_t i, int exit_code, int signal);
  void publish_output(bool unfinished);
  std::optional<std::size_t> find(int rank) const;

  process::Fd keeper_;
  pid_t keeper_pid_ = -1;
  // What a rank says of the present job.
  struct Link {
    protocol::Channel channel;
    off_t output_sent = 0;      // bytes of its log
    bool reported_end = false;  // "done" or "error"
    bool failed = false;        // "error", a signal, or an exit before its end
  };
  std::vector<inspect::LocalRank> ranks_;
  std::vector<Link> links_;  // of each of them
  Publish publish_;
  int job_ = -1;
  bool last_ = true;
  bool stream_ = false;
  bool idle_ = false;
  std::uint64_t events_seen_ = 0;
  std::chrono::steady_clock::time_point progress_sent_{};
  std::vector<std::string> phases_sent_;
};

// What one rank is asked: what the run says, at its place in the world.
protocol::RankSpec spec_of(const protocol::Run& run, int rank, int local_rank,
                           int local_world_size);

}  // namespace gridlock::agent
