// Messages between agents and spawners (harness/zygote/spawner.h), one per packet. The first field
// of a message shows which message it is.
#pragma once

#include <map>
#include <string>
#include <variant>

namespace gridlock::protocol {

// Asks the spawner to start a rank. The packet carries the descriptors of the rank's ring, log and
// channel and, for the rank that serves the store, a listening socket.
struct SpawnRequest {
  int rank = 0;
  std::map<std::string, std::string> environment;
};

// Reports that the spawner runs: {"keeper": 4711}, with its process id.
struct SpawnerReady {
  int pid = 0;
};

// Reports that the spawner has started a rank: {"pid": 4712, "rank": 3}.
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

using SpawnerEvent = std::variant<SpawnerReady, RankStarted, RankEnded>;

std::string to_text(const SpawnRequest& request);
std::string to_text(const SpawnerEvent& event);
// Both functions throw std::runtime_error if the text is not such a message.
SpawnRequest spawn_request_from_text(const std::string& text);
SpawnerEvent spawner_event_from_text(const std::string& text);

}  // namespace gridlock::protocol
