// The first line that each side of a link between hosts sends (host_links.h). The side that
// connects presents one half of the secret that the hosts share, and the first host answers with
// the other half. Neither side reads more from a process that does not know the secret.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gridlock::protocol {

// Bytes of the longest first line.
inline constexpr std::size_t kLongestHandshake = 4096;

// The secrets of a host, without repetition, the latest last. The ranks of a host may form several
// groups with different stores, and only some of them have ranks on other hosts.
using Secrets = std::vector<std::string>;
// Adds a secret. Forgets the oldest of many.
void add_secret(Secrets& secrets, std::string secret);

// Returns the first line of a host, which is 0 for the first host.
nlohmann::json handshake(int host, const std::string& secret);

struct Handshake {
  int host = 0;
  bool knows_secret = false;
};

// Reads the first line of a peer. Returns nullopt if it is no handshake.
std::optional<Handshake> read_handshake(const std::string& line, const std::string& secret);

}  // namespace gridlock::protocol
