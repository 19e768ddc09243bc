#include "harness/exec/registration_socket.h"

#include <sys/socket.h>
#include <sys/time.h>

#include <system_error>

#include "harness/fields/path.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::exec {
namespace {

constexpr int kMostRanks = 16'384;       // a larger world size is a mistake
constexpr std::size_t kPart = 32 << 10;  // bytes of an answer in one packet
constexpr timeval kRegistrationTimeout{.tv_sec = 0, .tv_usec = 200'000};

pid_t peer_of(const process::Fd& socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

bool is_sane(const protocol::Registration& registration) {
  return registration.world_size <= kMostRanks && registration.rank >= 0 &&
         registration.rank < registration.world_size;
}

std::optional<Request> with_peer(protocol::ExecRequest&& words, process::Fd peer) {
  if (auto* dump = std::get_if<protocol::DumpQuestion>(&words)) {
    return DumpRequest{*dump, std::move(peer)};
  }
  if (auto* raised = std::get_if<facts::Exception>(&words)) {
    return Raised{std::move(*raised), peer_of(peer)};
  }
  if (auto* agreed = std::get_if<protocol::JobSecret>(&words)) return std::move(*agreed);
  auto& registration = std::get<protocol::Registration>(words);
  if (!is_sane(registration)) return std::nullopt;
  const pid_t pid = peer_of(peer);
  return RankRegistration{std::move(registration), pid, std::move(peer)};
}

}  // namespace

RegistrationSocket::RegistrationSocket(const std::filesystem::path& path)
    : socket_(protocol::listen_at(path, SOCK_SEQPACKET | SOCK_NONBLOCK)) {}

std::optional<Request> RegistrationSocket::next() {
  process::Fd peer(accept4(fd(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!peer) return std::nullopt;
  setsockopt(peer.get(), SOL_SOCKET, SO_RCVTIMEO, &kRegistrationTimeout,
             sizeof kRegistrationTimeout);
  setsockopt(peer.get(), SOL_SOCKET, SO_SNDTIMEO, &kRegistrationTimeout,
             sizeof kRegistrationTimeout);
  const auto packet = protocol::receive_packet(peer.get());
  if (!packet) return std::nullopt;
  try {
    return with_peer(protocol::request_from_text(packet->text), std::move(peer));
  } catch (const fields::Error&) {
    return std::nullopt;
  }
}

void RegistrationSocket::answer(const RankRegistration& registration, int ring, int stacks) {
  try {
    protocol::send_packet(registration.socket.get(), "{}", {ring, stacks});
  } catch (const std::system_error&) {
  }
}

void RegistrationSocket::refuse(const RankRegistration& registration, const std::string& reason) {
  try {
    protocol::send_packet(registration.socket.get(), reason);
  } catch (const std::system_error&) {
  }
}

void RegistrationSocket::answer(const DumpRequest& request, const std::string& text) {
  try {
    for (std::size_t at = 0; at < text.size(); at += kPart) {
      protocol::send_packet(request.socket.get(), text.substr(at, kPart));
    }
  } catch (const std::system_error&) {
  }
}

std::optional<std::string> RegistrationSocket::request_dump(const std::filesystem::path& path,
                                                            DumpFormat format) {
  try {
    const process::Fd exec = protocol::connect_to(path, SOCK_SEQPACKET);
    protocol::send_packet(exec.get(), to_text(protocol::DumpQuestion{format}));
    std::string text;
    while (const auto part = protocol::receive_packet(exec.get())) text += part->text;
    return text;
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace gridlock::exec
