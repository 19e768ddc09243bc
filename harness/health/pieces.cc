#include "harness/health/pieces.h"

#include <algorithm>
#include <map>
#include <regex>
#include <string_view>

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;

std::string_view frame_number(const CompiledFrame& frame) {
  return std::string_view(frame.id).substr(0, frame.id.rfind('/'));
}

// Returns the reason without its numbers: "#: size()[#] == #" for "0/0: size()[0] == 8".
std::string reason_of(const CompiledFrame& frame) {
  return without_numbers(
      frame.recompiled.substr(std::min(frame.recompiled.find('/') + 1, frame.recompiled.size())));
}

// For each piece of code, the numbers of the frames that a rank compiled from it, in order.
using Instances = std::map<Code, std::vector<std::string>>;

std::size_t instance_of(const Code& code, const CompiledFrame& frame, Instances& instances) {
  std::vector<std::string>& known = instances[code];
  const auto at = std::ranges::find(known, frame_number(frame));
  const auto instance = static_cast<std::size_t>(at - known.begin());
  if (at == known.end()) known.emplace_back(frame_number(frame));
  return instance;
}

Piece piece_of(const CompiledFrame& frame, Instances& instances) {
  const Code code = code_of(frame);
  Piece piece{code, instance_of(code, frame, instances), frame.specialization,
              frame.id.substr(frame.id.rfind('/') + 1), reason_of(frame)};
  for (const protocol::GraphBreak& at : frame.breaks) piece.breaks.emplace_back(at.file, at.line);
  return piece;
}

std::vector<const CompiledFrame*> by_id(const std::vector<CompiledFrame>& frames) {
  std::vector<const CompiledFrame*> sorted;
  for (const CompiledFrame& frame : frames) sorted.push_back(&frame);
  std::ranges::stable_sort(sorted, {}, [](const CompiledFrame* frame) {
    return std::pair(frame_number(*frame).size(), frame_number(*frame));  // 2 precedes 10
  });
  return sorted;
}

}  // namespace

Code code_of(const CompiledFrame& frame) {
  return {frame.file, frame.frame, frame.line};
}

std::string without_numbers(const std::string& text) {
  static const std::regex kNumber("[0-9]+");
  return std::regex_replace(text, kNumber, "#");
}

std::vector<std::pair<Piece, const CompiledFrame*>> pieces_of(const RankFrames& rank) {
  std::vector<std::pair<Piece, const CompiledFrame*>> pieces;
  Instances instances;
  for (const CompiledFrame* frame : by_id(rank.frames))
    pieces.emplace_back(piece_of(*frame, instances), frame);
  return pieces;
}

}  // namespace gridlock::health
