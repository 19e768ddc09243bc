// The messages between agents and keepers (harness/zygote/keeper.h), one packet each. The first
// field distinguishes the alternatives.
#pragma once

#include <map>
#include <string>
#include <variant>

namespace gridlock::protocol {

// Asks the keeper to start a rank. The packet has the descriptors of the rank's ring, log and
// channel and, for the rank that serves the store, a listening socket.
struct RankOrder {
  int rank = 0;
  std::map<std::string, std::string> environment;
};

// Reports that the keeper runs: {"keeper": 4711}.
struct KeeperReady {
  int pid = 0;
};

// Reports that the keeper has started a rank: {"pid": 4712, "rank": 3}.
struct RankStarted {
  int pid = 0;
  int rank = 0;
};

// Reports that the rank has ended: {"exit_code": 0, "rank": 3, "signal": 0}.
struct RankEnded {
  int exit_code = 0;
  int signal = 0;
  int rank = 0;
};

using KeeperNews = std::variant<KeeperReady, RankStarted, RankEnded>;

std::string to_text(const RankOrder& order);
std::string to_text(const KeeperNews& news);
// Throw std::runtime_error for anything else.
RankOrder order_from_text(const std::string& text);
KeeperNews news_from_text(const std::string& text);

}  // namespace gridlock::protocol
