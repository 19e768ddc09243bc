// The agent of one host. It turns commands into teams of ranks and reports the ranks' events. It
// owns all of its descendant processes and kills them when its uplink closes. It decides nothing
// about cells: deadlines and verdicts belong to the controller.
#pragma once

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "harness/agent/programs.h"
#include "harness/agent/quiet_windows.h"
#include "harness/agent/team.h"
#include "harness/agent/uplink.h"
#include "harness/agent/zygote_process.h"
#include "harness/inspect/quiet_watch.h"
#include "harness/inspect/rank_files.h"
#include "harness/inspect/stack_collector.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::agent {

class Agent {
 public:
  Agent(Programs programs, Uplink& uplink);

  // Runs until a Quit message arrives, the uplink closes, or `stop` becomes nonzero. When it
  // returns, no child process is left.
  void run(const volatile std::sig_atomic_t& stop);

 private:
  // A team and the cell that it runs.
  struct RunningTeam {
    std::unique_ptr<Team> team;
    protocol::Run run;
    bool stopping = false;
    inspect::QuietWatch quiet;
    std::optional<QuietWindows> windows;  // set only if the run asks for quiet windows
    std::unique_ptr<inspect::StackCollector> stacks;
    std::optional<process::TemporaryFolder> fresh_cache;  // set only in the cold tier
  };

  void wait_for_events();
  int tick_ms() const;
  void execute(const protocol::Command& command);
  void begin(protocol::Run run);
  void stop(const protocol::Stop& command);
  void retire(int job);
  void answer(const protocol::FactsRequest& command);
  void publish_facts(RunningTeam& running, int round);
  void update(RunningTeam& running);
  void report_obstacle(const std::vector<inspect::LocalRank>& ranks);
  void finish_job(RunningTeam& running);
  void handle_zygote();
  void publish_preload_progress();
  void reap();

  process::Fd assign_team(protocol::Run& run);
  int idle_team(const protocol::Run& run) const;
  void start_team(const protocol::Run& run, protocol::RankBlock block, process::Fd store);
  process::Fd start_spawner(const protocol::Run& run);
  RunningTeam* find(int job);
  static inspect::Written write_files(const RunningTeam& running, bool failed);
  static void end_team(RunningTeam& running);

  Programs programs_;
  Uplink& uplink_;
  ZygoteProcess zygote_;
  std::map<int, RunningTeam> running_;  // key: team number
  int next_team_ = 0;
  std::chrono::steady_clock::time_point preload_published_;
  bool quitting_ = false;
  bool visibility_checked_ = false;
};

}  // namespace gridlock::agent
