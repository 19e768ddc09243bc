// Sockets with a name: where agents find their controller, and ranks their store.
#pragma once

#include <sys/socket.h>

#include <filesystem>
#include <string>
#include <utility>

#include "harness/process/fd.h"

namespace gridlock::protocol {

// A listening Unix socket. Every user who can enter the folder can connect: keep it private.
// `type` as in socket(2). These throw std::system_error.
process::Fd listen_at(const std::filesystem::path& path, int type = SOCK_STREAM);
process::Fd connect_to(const std::filesystem::path& path, int type = SOCK_STREAM);
process::Fd accept_from(int listener);

// A listening TCP socket on a port that was free, and that port. The rank that serves the store
// inherits the socket, so no process can take the port in between.
std::pair<process::Fd, int> listen_on_free_port(bool loopback_only);
// The same on a given port. Throws std::system_error where it is taken.
process::Fd listen_on_port(int port, bool loopback_only);
// To a host's name or address. Nothing where no process listens there, or none answers soon.
process::Fd connect_to_port(const std::string& host, int port);

}  // namespace gridlock::protocol
