#include "harness/exec/rank_forker.h"

#include <poll.h>

#include "harness/protocol/packet.h"

namespace gridlock::exec {
namespace {

constexpr const char* kOrder = "GRIDLOCK_FORK";  // forking.py

pid_t start(ForkOrder order, int channel) {
  process::Program& program = order.interpreter;
  protocol::ForkWords words{channel, order.ranks, {}, {}};
  program.inherited.push_back(channel);
  if (order.store) {
    words.store = order.store.get();
    program.inherited.push_back(order.store.get());
  }
  for (const process::Fd& output : order.outputs) {
    words.outputs.push_back(output.get());
    program.inherited.push_back(output.get());
  }
  program.environment[kOrder] = to_text(words);
  return process::spawn(program);
}

}  // namespace

RankForker::RankForker(ForkOrder order) {
  auto [ours, its] = protocol::packet_pair();
  channel_ = std::move(ours);
  pid_ = start(std::move(order), its.get());
}

std::optional<ForkedRanks> RankForker::take() {
  pollfd report{channel_.get(), POLLIN, 0};
  if (poll(&report, 1, 0) <= 0) return std::nullopt;
  const auto packet = protocol::receive_packet(channel_.get());
  if (!packet) return std::nullopt;
  return protocol::forked_from_text(packet->text);
}

}  // namespace gridlock::exec
