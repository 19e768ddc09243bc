#include "harness/exec/hub.h"

#include <sys/socket.h>
#include <sys/time.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/wire/packet.h"
#include "harness/wire/rendezvous.h"

namespace gridlock::exec {
namespace {

using nlohmann::json;

constexpr int kMostRanks = 16'384;  // a world larger than that is a mistake
constexpr const char* kQuestion = "how are they?";
constexpr std::size_t kPart = 32 << 10;  // bytes of an answer that are sent at once
constexpr timeval kPatience{.tv_sec = 0, .tv_usec = 200'000};

pid_t peer_of(const process::Fd& socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

std::optional<Newcomer> read(const json& words) {
  Newcomer newcomer;
  try {
    newcomer.job = words.at("job");
    newcomer.rank = words.at("rank");
    newcomer.world_size = words.at("world_size");
  } catch (const json::exception&) {
    return std::nullopt;
  }
  const bool sane = newcomer.world_size <= kMostRanks && newcomer.rank >= 0 &&
                    newcomer.rank < newcomer.world_size;
  return sane ? std::optional(std::move(newcomer)) : std::nullopt;
}

}  // namespace

Hub::Hub(const std::filesystem::path& path)
    : socket_(wire::listen_at(path, SOCK_SEQPACKET | SOCK_NONBLOCK)) {}

std::optional<Visitor> Hub::next() {
  process::Fd peer(accept4(fd(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!peer) return std::nullopt;
  setsockopt(peer.get(), SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  setsockopt(peer.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  const auto packet = wire::receive_packet(peer.get());
  const json words =
      packet ? json::parse(packet->text, nullptr, /*allow_exceptions=*/false) : json();
  if (words == kQuestion) return Question{std::move(peer)};
  if (const auto raised = words.find("raised"); words.is_object() && raised != words.end()) {
    if (!raised->is_string()) return std::nullopt;
    return Raised{peer_of(peer), raised->get<std::string>()};
  }
  auto newcomer = read(words);
  if (!newcomer) return std::nullopt;
  newcomer->pid = peer_of(peer);
  newcomer->socket = std::move(peer);
  return Visitor(std::move(*newcomer));
}

void Hub::give_ring(const Newcomer& newcomer, int ring) {
  try {
    wire::send_packet(newcomer.socket.get(), "{}", {ring});
  } catch (const std::system_error&) {
  }
}

void Hub::answer(const Question& question, const std::string& text) {
  try {
    for (std::size_t at = 0; at < text.size(); at += kPart) {
      wire::send_packet(question.socket.get(), text.substr(at, kPart));
    }
  } catch (const std::system_error&) {
  }
}

std::optional<std::string> Hub::ask(const std::filesystem::path& path) {
  try {
    const process::Fd hub = wire::connect_to(path, SOCK_SEQPACKET);
    wire::send_packet(hub.get(), json(kQuestion).dump());
    std::string text;
    while (const auto part = wire::receive_packet(hub.get())) text += part->text;
    return text;
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace gridlock::exec
