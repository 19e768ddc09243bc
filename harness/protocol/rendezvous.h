// Sockets with a name, by which agents find their controller and ranks their store.
#pragma once

#include <sys/socket.h>

#include <filesystem>
#include <string>
#include <utility>

#include "harness/process/fd.h"

namespace gridlock::protocol {

// Returns a listening Unix socket. Every user who can enter the folder can connect, so keep it
// private. `type` is as in socket(2). These functions throw std::system_error.
process::Fd listen_at(const std::filesystem::path& path, int type = SOCK_STREAM);
process::Fd connect_to(const std::filesystem::path& path, int type = SOCK_STREAM);
process::Fd accept_from(int listener);

// Returns a listening TCP socket on a free port, and that port. The rank that serves the store
// inherits the socket, so no process can take the port in between.
std::pair<process::Fd, int> listen_on_free_port(bool loopback_only);
// Does the same on a given port. Throws std::system_error if it is taken.
process::Fd listen_on_port(int port, bool loopback_only);
// Connects to a host's name or address. Returns an empty Fd if no process listens there or answers
// in time.
process::Fd connect_to_port(const std::string& host, int port);

}  // namespace gridlock::protocol
