#include "harness/exec/rank_forker.h"

#include <poll.h>

#include "harness/protocol/packet.h"

namespace gridlock::exec {
namespace {

constexpr const char* kOrder = "GRIDLOCK_FORK";  // read by forking.py

// Returns the request as a message. `number` maps a descriptor to its number in the message.
template <typename Number>
protocol::ForkWords words_of(const ForkRequest& request, Number number) {
  protocol::ForkWords words;
  words.ranks = request.ranks;
  if (request.store) words.store = number(request.store);
  for (const process::Fd& output : request.outputs) words.outputs.push_back(number(output));
  return words;
}

pid_t start(ForkRequest request, int channel) {
  process::Program& program = request.interpreter;
  program.inherited.push_back(channel);
  protocol::ForkWords words = words_of(request, [&](const process::Fd& fd) {
    program.inherited.push_back(fd.get());
    return fd.get();
  });
  words.channel = channel;
  program.environment[kOrder] = to_text(words);
  return process::spawn(program);
}

void send(const ForkRequest& request, int channel) {
  std::vector<int> fds;
  protocol::ForkWords words = words_of(request, [&](const process::Fd& fd) {
    fds.push_back(fd.get());
    return static_cast<int>(fds.size()) - 1;
  });
  words.environment = request.interpreter.environment;
  protocol::send_packet(channel, to_text(words), fds);
}

}  // namespace

RankForker::RankForker(ForkRequest request) {
  auto [ours, its] = protocol::packet_pair();
  channel_ = std::move(ours);
  pid_ = start(std::move(request), its.get());
}

RankForker::RankForker(ForkRequest request, const protocol::WarmInterpreter& warm)
    : channel_(warm.channel), pid_(warm.pid) {
  send(request, channel_.get());
}

std::optional<ForkedRanks> RankForker::take() {
  pollfd report{channel_.get(), POLLIN, 0};
  if (poll(&report, 1, 0) <= 0) return std::nullopt;
  const auto packet = protocol::receive_packet(channel_.get());
  if (!packet) return std::nullopt;
  return protocol::forked_from_text(packet->text);
}

}  // namespace gridlock::exec
