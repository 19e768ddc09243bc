// Sockets with a name: where agents find their controller, and ranks their store.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "harness/process/fd.h"

namespace gridlock::wire {

// A listening Unix socket. Whoever may enter the folder may connect, so the folder must be private.
process::Fd listen_at(const std::filesystem::path& path);
process::Fd connect_to(const std::filesystem::path& path);  // throws std::system_error
process::Fd accept_from(int listener);

// A listening TCP socket on a port that was free, and that port. The rank that serves the store
// inherits the socket, so nobody can take the port in between.
std::pair<process::Fd, int> listen_on_free_port(bool loopback_only);

}  // namespace gridlock::wire
