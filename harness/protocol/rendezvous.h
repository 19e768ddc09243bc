// Creates sockets at known addresses. Agents find their controller, and ranks find their store, at
// these addresses.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::protocol {

// Time that a started process has to connect. All agents start at the same time.
inline constexpr std::chrono::seconds kConnectTimeout{120};

// Returns a listening Unix socket. Every user who can enter the folder can connect, so the folder
// must be private. `type` is as in socket(2). All functions of this header except connect_to_port()
// and connect_to_any() throw std::system_error.
process::Fd listen_at(const std::filesystem::path& path, int type = SOCK_STREAM);
process::Fd connect_to(const std::filesystem::path& path, int type = SOCK_STREAM);
process::Fd accept_from(int listener);

// Returns a listening TCP socket on a free port, and the port. The rank that serves the store
// inherits the socket, so that no other process can take the port before the rank starts.
std::pair<process::Fd, int> listen_on_free_port(bool loopback_only);
// Returns a listening TCP socket on the given port. Throws std::system_error if the port is taken.
process::Fd listen_on_port(int port, bool loopback_only);
// Connects to a host by name or address, at any of its addresses. Returns an empty Fd if no process
// listens on the port or if none answers in time.
process::Fd connect_to_port(const std::string& host, int port);
// Connects to all addresses at the same time, and returns the first connection.
process::Fd connect_to_any(const std::vector<sockaddr_in>& addresses);

}  // namespace gridlock::protocol
