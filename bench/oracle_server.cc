#include "bench/oracle_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = R"(#!{}
import os, socket, sys
file = sys.argv[1] if len(sys.argv) > 1 else "{}"
with open(file, "rb") as candidate, socket.socket(socket.AF_UNIX) as asked:
    asked.connect("{}")
    asked.sendall(candidate.read())
    asked.shutdown(socket.SHUT_WR)
    sys.exit(asked.recv(1) != b"y")
)";

process::Fd listening_at(const fs::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  process::Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  path.native().copy(address.sun_path, sizeof address.sun_path - 1);
  const bool listens =
      bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      listen(socket.get(), 16) == 0;
  if (!listens) throw std::system_error(errno, std::generic_category(), path.string());
  return socket;
}

std::string read_all(const process::Fd& socket) {
  std::string text;
  std::array<char, 1 << 16> part{};
  for (ssize_t size; (size = read(socket.get(), part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(size));
  }
  return text;
}

}  // namespace

OracleServer::OracleServer(const fs::path& folder)
    : path_(folder / "oracle"), listening_(listening_at(path_)) {}

void OracleServer::write_program(const fs::path& python, const fs::path& file,
                                 const std::string& script) const {
  std::ofstream(file) << fmt::format(kProgram, python.string(), script, path_.string());
  fs::permissions(file, fs::perms::owner_all);
}

bool OracleServer::serve_one(minimizer::Oracle& oracle, const minimizer::Launch& launch,
                             std::chrono::milliseconds at_most) {
  pollfd ready{listening_.get(), POLLIN, 0};
  if (poll(&ready, 1, static_cast<int>(at_most.count())) <= 0) return false;
  const process::Fd client(accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  const minimizer::Ticket ticket = next_++;
  oracle.submit(ticket, {read_all(client), launch});
  std::optional<minimizer::Reply> reply;
  while (!reply) reply = oracle.wait(std::chrono::seconds(1));
  const bool same = reply->answer.verdict == minimizer::Verdict::kSame;
  // The asking program may have been ended meanwhile; then the answer is lost.
  [[maybe_unused]] const ssize_t sent = send(client.get(), same ? "y" : "n", 1, MSG_NOSIGNAL);
  return true;
}

}  // namespace gridlock::bench
