#include "harness/exec/registration_socket.h"

#include <sys/socket.h>
#include <sys/time.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/wire/packet.h"
#include "harness/wire/rendezvous.h"

namespace gridlock::exec {
namespace {

using nlohmann::json;

constexpr int kMostRanks = 16'384;     // a world larger than that is a mistake
constexpr const char* kDump = "dump";  // {"dump": "text" or "json"}
constexpr const char* kJson = "json";
constexpr std::size_t kPart = 32 << 10;  // bytes of an answer that are sent at once
constexpr timeval kAnswerTimeout{.tv_sec = 0, .tv_usec = 200'000};

pid_t peer_of(const process::Fd& socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

std::optional<RankRegistration> read(const json& words) {
  RankRegistration registration;
  try {
    registration.job = words.at("job");
    registration.rank = words.at("rank");
    registration.world_size = words.at("world_size");
  } catch (const json::exception&) {
    return std::nullopt;
  }
  const bool sane = registration.world_size <= kMostRanks && registration.rank >= 0 &&
                    registration.rank < registration.world_size;
  return sane ? std::optional(std::move(registration)) : std::nullopt;
}

}  // namespace

RegistrationSocket::RegistrationSocket(const std::filesystem::path& path)
    : socket_(wire::listen_at(path, SOCK_SEQPACKET | SOCK_NONBLOCK)) {}

std::optional<Request> RegistrationSocket::next() {
  process::Fd peer(accept4(fd(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!peer) return std::nullopt;
  setsockopt(peer.get(), SOL_SOCKET, SO_RCVTIMEO, &kAnswerTimeout, sizeof kAnswerTimeout);
  setsockopt(peer.get(), SOL_SOCKET, SO_SNDTIMEO, &kAnswerTimeout, sizeof kAnswerTimeout);
  const auto packet = wire::receive_packet(peer.get());
  const json words =
      packet ? json::parse(packet->text, nullptr, /*allow_exceptions=*/false) : json();
  if (!words.is_object()) return std::nullopt;
  if (const auto dump = words.find(kDump); dump != words.end()) {
    return DumpRequest{std::move(peer), *dump == kJson ? DumpFormat::kJson : DumpFormat::kText};
  }
  if (const auto raised = words.find("raised"); raised != words.end()) {
    if (!raised->is_string()) return std::nullopt;
    return Raised{peer_of(peer), raised->get<std::string>()};
  }
  auto registration = read(words);
  if (!registration) return std::nullopt;
  registration->pid = peer_of(peer);
  registration->socket = std::move(peer);
  return Request(std::move(*registration));
}

void RegistrationSocket::answer(const RankRegistration& registration, int ring, int stacks) {
  try {
    wire::send_packet(registration.socket.get(), "{}", {ring, stacks});
  } catch (const std::system_error&) {
  }
}

void RegistrationSocket::answer(const DumpRequest& request, const std::string& text) {
  try {
    for (std::size_t at = 0; at < text.size(); at += kPart) {
      wire::send_packet(request.socket.get(), text.substr(at, kPart));
    }
  } catch (const std::system_error&) {
  }
}

std::optional<std::string> RegistrationSocket::ask(const std::filesystem::path& path,
                                                   DumpFormat format) {
  try {
    const process::Fd exec = wire::connect_to(path, SOCK_SEQPACKET);
    const json question = {{kDump, format == DumpFormat::kJson ? kJson : "text"}};
    wire::send_packet(exec.get(), question.dump());
    std::string text;
    while (const auto part = wire::receive_packet(exec.get())) text += part->text;
    return text;
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace gridlock::exec
