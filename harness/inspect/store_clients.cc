#include "harness/inspect/store_clients.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace gridlock::inspect {
namespace {

namespace fs = std::filesystem;
using Inode = std::uint64_t;

constexpr int kListens = 0x0A;
constexpr int kEstablished = 0x01;

struct Socket {
  Inode inode = 0;
  int local_port = 0;
  int remote_port = 0;
  int state = 0;
};

// Returns the port of an address such as "0100007F:7530". An IPv6 address has 32 digits before the
// colon.
int port_of(const std::string& address) {
  const auto colon = address.find(':');
  return colon == std::string::npos
             ? 0
             : static_cast<int>(std::strtol(address.c_str() + colon + 1, nullptr, 16));
}

// Reads /proc/PID/net/tcp (proc(5)), which has a heading and then one socket per line.
void read_sockets(const fs::path& table, std::vector<Socket>& sockets) {
  std::ifstream file(table);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string number, local, remote, state, skipped;
    Socket socket;
    words >> number >> local >> remote >> state;
    for (int i = 0; i < 5; ++i) words >> skipped;  // queues, timer, retransmits, user, timeout
    words >> socket.inode;
    socket.local_port = port_of(local);
    socket.remote_port = port_of(remote);
    socket.state = static_cast<int>(std::strtol(state.c_str(), nullptr, 16));
    sockets.push_back(socket);
  }
}

// Returns the sockets of the store at `port`: those of the server and both ends of each connection.
std::vector<Socket> sockets_of_store(pid_t rank, int port) {
  std::vector<Socket> all, found;
  for (const char* table : {"tcp", "tcp6"}) {
    read_sockets(fmt::format("/proc/{}/net/{}", rank, table), all);
  }
  std::ranges::copy_if(all, std::back_inserter(found), [&](const Socket& socket) {
    const bool lives = socket.state == kListens || socket.state == kEstablished;
    return lives && (socket.local_port == port || socket.remote_port == port);
  });
  return found;
}

Inode inode_of(const std::string& target) {
  constexpr std::string_view kSocket = "socket:[";
  if (!target.starts_with(kSocket)) return 0;
  return std::strtoull(target.c_str() + kSocket.size(), nullptr, 10);
}

// Returns the processes of this host that hold each of these sockets, as far as /proc is readable.
std::map<Inode, std::set<pid_t>> holders_of(const std::set<Inode>& wanted) {
  std::map<Inode, std::set<pid_t>> holders;
  std::error_code error;
  for (const auto& process : fs::directory_iterator("/proc", error)) {
    const pid_t pid = std::atoi(process.path().filename().c_str());
    if (pid <= 0) continue;
    std::error_code denied;
    for (const auto& descriptor : fs::directory_iterator(process.path() / "fd", denied)) {
      const Inode inode = inode_of(fs::read_symlink(descriptor.path(), denied).string());
      if (wanted.contains(inode)) holders[inode].insert(pid);
    }
  }
  return holders;
}

std::string name_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/comm", process));
  std::string name;
  std::getline(file, name);
  return fmt::format("process {} ({})", process, name);
}

}  // namespace

std::vector<std::string> other_store_clients(pid_t rank, int port, const std::vector<pid_t>& own) {
  const std::vector<Socket> sockets = sockets_of_store(rank, port);
  std::set<Inode> inodes;
  // For each connection (a pair of ports), how many of its two ends are on this host.
  std::map<std::pair<int, int>, int> ends;
  for (const Socket& socket : sockets) {
    inodes.insert(socket.inode);
    if (socket.state == kListens) continue;
    ++ends[std::minmax(socket.local_port, socket.remote_port)];
  }
  std::set<std::string> others;
  const auto holders = holders_of(inodes);
  for (const Inode inode : inodes) {
    const auto found = holders.find(inode);
    if (found == holders.end()) {
      others.insert("a process that cannot be inspected has a connection to the store");
      continue;
    }
    for (const pid_t process : found->second) {
      if (std::ranges::count(own, process) > 0) continue;
      others.insert(name_of(process) + " has a connection to the store");
    }
  }
  const bool elsewhere = std::ranges::any_of(ends, [](const auto& end) { return end.second == 1; });
  if (elsewhere) others.insert("a process on another host has a connection to the store");
  return {others.begin(), others.end()};
}

bool serves_others(int port, const std::vector<pid_t>& own) {
  const std::vector<Socket> sockets = sockets_of_store(getpid(), port);
  const auto is_own = [&](pid_t process) { return std::ranges::count(own, process) > 0; };
  return std::ranges::any_of(sockets, [&](const Socket& server) {
    if (server.state != kEstablished || server.local_port != port) return false;
    const auto client = std::ranges::find_if(sockets, [&](const Socket& socket) {
      return socket.local_port == server.remote_port && socket.remote_port == port;
    });
    if (client == sockets.end()) return true;  // it is on another host
    const auto holders = holders_of({client->inode});
    return holders.empty() || !std::ranges::all_of(holders.begin()->second, is_own);
  });
}

}  // namespace gridlock::inspect
