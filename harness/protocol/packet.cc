#include "harness/protocol/packet.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace gridlock::protocol {
namespace {

constexpr std::size_t kLongestPacket = 64u << 10;
constexpr std::size_t kMostFds = 16;

using Control = char[CMSG_SPACE(kMostFds * sizeof(int))];

std::vector<process::Fd> received_fds(msghdr& message) {
  std::vector<process::Fd> fds;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
      fds.emplace_back(fd);
    }
  }
  return fds;
}

}  // namespace

std::pair<process::Fd, process::Fd> packet_pair() {
  int fds[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0) {
    throw std::system_error(errno, std::generic_category(), "making a socket pair");
  }
  return {process::Fd(fds[0]), process::Fd(fds[1])};
}

void send_packet(int socket, const std::string& text, const std::vector<int>& fds) {
  iovec part{const_cast<char*>(text.data()), text.size()};
  alignas(cmsghdr) Control control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(header), fds.data(), fds.size() * sizeof(int));
  }
  while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
    if (errno == EINTR) continue;
    throw std::system_error(errno, std::generic_category(), "sending a packet");
  }
}

std::optional<Packet> receive_packet(int socket) {
  Packet packet;
  packet.text.resize(kLongestPacket);
  iovec part{packet.text.data(), packet.text.size()};
  alignas(cmsghdr) Control control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got;
  do {
    got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  packet.fds = received_fds(message);
  if (got <= 0) return std::nullopt;
  packet.text.resize(static_cast<std::size_t>(got));
  return packet;
}

}  // namespace gridlock::protocol
