#include "harness/exec/rank_forker.h"

#include <poll.h>

#include <nlohmann/json.hpp>

#include "harness/wire/packet.h"

namespace gridlock::exec {
namespace {

using nlohmann::json;

constexpr const char* kOrder = "GRIDLOCK_FORK";  // forking.py

pid_t start(ForkOrder order, int channel) {
  process::Program& program = order.interpreter;
  json words{{"channel", channel}, {"ranks", order.ranks}};
  program.inherited.push_back(channel);
  if (order.store) {
    words["store"] = order.store.get();
    program.inherited.push_back(order.store.get());
  }
  for (const process::Fd& output : order.outputs) {
    words["outputs"].push_back(output.get());
    program.inherited.push_back(output.get());
  }
  program.environment[kOrder] = words.dump();
  return process::spawn(program);
}

}  // namespace

RankForker::RankForker(ForkOrder order) {
  auto [ours, its] = wire::packet_pair();
  channel_ = std::move(ours);
  pid_ = start(std::move(order), its.get());
}

std::optional<ForkedRanks> RankForker::take() {
  pollfd report{channel_.get(), POLLIN, 0};
  if (poll(&report, 1, 0) <= 0) return std::nullopt;
  const auto packet = wire::receive_packet(channel_.get());
  if (!packet) return std::nullopt;
  const json words = json::parse(packet->text);
  return ForkedRanks{words.value("store", -1), words.at("ranks")};
}

}  // namespace gridlock::exec
