// Makes frames as ranks report them, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health::testing {

inline protocol::CompiledFrame frame(const std::string& id, const std::string& name = "forward") {
  protocol::CompiledFrame frame;
  frame.id = id;
  frame.step = 0;
  frame.frame = name;
  frame.file = "/home/user/case.py";
  frame.line = 26;
  frame.seconds = {{"dynamo", 1}, {"inductor", 2}};
  return frame;
}

inline protocol::Collective all_reduce(const std::string& tensor = "f32[8, 16]",
                                       const std::string& group = "0-1") {
  return {"all_reduce", group, tensor, "'sum'"};
}

inline protocol::Collective all_gather(const std::string& tensor = "f32[16, 16]",
                                       const std::string& group = "0-1") {
  return {"all_gather_into_tensor", group, tensor, "2"};
}

inline protocol::CompiledFrame with(protocol::CompiledFrame frame,
                                    std::vector<protocol::Collective> collectives,
                                    const std::string& graph = "forward") {
  frame.graphs.push_back({graph, "0123456789abcdef", std::move(collectives)});
  return frame;
}

inline std::vector<RankFrames> two_ranks(std::vector<protocol::CompiledFrame> first,
                                         std::vector<protocol::CompiledFrame> second) {
  return {{0, std::move(first)}, {1, std::move(second)}};
}

}  // namespace gridlock::health::testing
