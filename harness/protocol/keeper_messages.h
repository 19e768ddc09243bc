// What agents and keepers (harness/zygote/keeper.h) say to each other, one packet each.
// The first field distinguishes the alternatives.
#pragma once

#include <map>
#include <string>
#include <variant>

namespace gridlock::protocol {

// From the agent: start a rank. With it come the descriptors of its ring, log and channel and, for
// the rank that serves the store, a listening socket.
struct RankOrder {
  int rank = 0;
  std::map<std::string, std::string> environment;
};

// From the keeper: it is there; {"keeper": 4711} …
struct KeeperReady {
  int pid = 0;
};

// … it has started a rank; {"pid": 4712, "rank": 3} …
struct RankStarted {
  int pid = 0;
  int rank = 0;
};

// … and that has ended; {"exit_code": 0, "rank": 3, "signal": 0}.
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
