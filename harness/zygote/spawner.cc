#include "harness/zygote/spawner.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "harness/process/spawn.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/spawner_messages.h"

namespace gridlock::zygote {
namespace {

class Spawner {
 public:
  Spawner(process::Fd agent, const StartRank& start_rank)
      : agent_(std::move(agent)), start_rank_(start_rank) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);  // each rank unblocks SIGCHLD
    ended_children_.reset(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  void run() {
    send_event(protocol::SpawnerReady{getpid()});
    while (true) {
      pollfd waits[2] = {{agent_.get(), POLLIN, 0}, {ended_children_.get(), POLLIN, 0}};
      if (poll(waits, 2, -1) < 0 && errno != EINTR) return;
      if (waits[1].revents != 0) reap();
      if (waits[0].revents != 0 && !start_next()) return;
    }
  }

 private:
  bool start_next() {
    auto packet = protocol::receive_packet(agent_.get());
    if (!packet) return false;
    const protocol::SpawnRequest request = protocol::spawn_request_from_text(packet->text);
    const pid_t pid =
        start_rank_(rank::Descriptors::from(std::move(packet->fds)), request.environment);
    ranks_[pid] = request.rank;
    send_event(protocol::RankStarted{pid, request.rank});
    return true;
  }

  void reap() {
    signalfd_siginfo info;
    while (read(ended_children_.get(), &info, sizeof info) == sizeof info) {
    }
    int status = 0;
    for (pid_t pid = waitpid(-1, &status, WNOHANG); pid > 0; pid = waitpid(-1, &status, WNOHANG)) {
      const auto rank = ranks_.find(pid);
      if (rank == ranks_.end()) continue;  // an orphan that a rank left behind
      send_event(protocol::RankEnded{WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                                     WIFSIGNALED(status) ? WTERMSIG(status) : 0, rank->second});
      ranks_.erase(rank);
    }
  }

  void send_event(const protocol::SpawnerEvent& event) {
    try {
      protocol::send_packet(agent_.get(), to_text(event));
    } catch (const std::system_error&) {
      _exit(0);  // the agent has ended
    }
  }

  process::Fd agent_;
  process::Fd ended_children_;
  const StartRank& start_rank_;
  std::map<pid_t, int> ranks_;
};

}  // namespace

void run_spawner(process::Fd agent, pid_t parent, const StartRank& start_rank) {
  process::die_with_parent(parent);
  process::become_subreaper();
  Spawner(std::move(agent), start_rank).run();
}

}  // namespace gridlock::zygote
