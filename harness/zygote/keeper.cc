#include "harness/zygote/keeper.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "harness/process/spawn.h"
#include "harness/protocol/keeper_messages.h"
#include "harness/protocol/packet.h"

namespace gridlock::zygote {
namespace {

class Keeper {
 public:
  Keeper(process::Fd agent, const StartRank& start_rank)
      : agent_(std::move(agent)), start_rank_(start_rank) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);  // a rank unblocks it
    ended_children_.reset(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  void run() {
    tell(protocol::KeeperReady{getpid()});
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
    const protocol::RankOrder order = protocol::order_from_text(packet->text);
    const pid_t pid =
        start_rank_(rank::Descriptors::from(std::move(packet->fds)), order.environment);
    ranks_[pid] = order.rank;
    tell(protocol::RankStarted{pid, order.rank});
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
      tell(protocol::RankEnded{WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                               WIFSIGNALED(status) ? WTERMSIG(status) : 0, rank->second});
      ranks_.erase(rank);
    }
  }

  void tell(const protocol::KeeperNews& news) {
    try {
      protocol::send_packet(agent_.get(), to_text(news));
    } catch (const std::system_error&) {
      _exit(0);  // the agent is gone
    }
  }

  process::Fd agent_;
  process::Fd ended_children_;
  const StartRank& start_rank_;
  std::map<pid_t, int> ranks_;
};

}  // namespace

void keep(process::Fd agent, pid_t parent, const StartRank& start_rank) {
  process::die_with_parent(parent);
  process::become_subreaper();
  Keeper(std::move(agent), start_rank).run();
}

}  // namespace gridlock::zygote
