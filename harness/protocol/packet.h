// Packets with descriptors. The agent uses packets to pass a rank its ring, its log and its
// channel. A SOCK_SEQPACKET pair delivers either a whole packet with its descriptors or nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::protocol {

struct Packet {
  std::string text;
  std::vector<process::Fd> fds;
};

std::pair<process::Fd, process::Fd> packet_pair();  // closed on exec

// Throws std::system_error when the peer is gone. The caller keeps ownership of the descriptors.
void send_packet(int socket, const std::string& text, const std::vector<int>& fds = {});

// Blocks until the next packet arrives. Returns nullopt if the peer is gone.
std::optional<Packet> receive_packet(int socket);

}  // namespace gridlock::protocol
