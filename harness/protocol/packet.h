// Packets that carry descriptors. The agent passes a rank its ring, its log and its channel in a
// packet. A SOCK_SEQPACKET pair delivers a packet completely, with its descriptors, or not at all.
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

// Sends a packet. The caller keeps ownership of the descriptors. Throws std::system_error if the
// peer is gone.
void send_packet(int socket, const std::string& text, const std::vector<int>& fds = {});

// Waits for the next packet. Returns nullopt if the peer is gone.
std::optional<Packet> receive_packet(int socket);

}  // namespace gridlock::protocol
