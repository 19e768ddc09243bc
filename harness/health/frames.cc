#include "harness/health/frames.h"

#include <algorithm>
#include <map>
#include <utility>

#include "harness/text/path.h"

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;

template <typename T>
void add_new(const std::vector<T>& more, std::vector<T>& all) {
  for (const T& one : more)
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

// Returns the frames, each joined with its backward.
std::vector<CompiledFrame> with_backwards(const std::vector<CompiledFrame>& frames) {
  std::vector<CompiledFrame> whole;
  for (const CompiledFrame& frame : frames) {
    const auto forward = std::ranges::find_if(whole, [&](const CompiledFrame& earlier) {
      return frame.backward && earlier.id == frame.id;
    });
    if (forward == whole.end()) {
      whole.push_back(frame);
      continue;
    }
    for (const auto& [phase, seconds] : frame.seconds) forward->seconds[phase] += seconds;
    for (const auto& cache : frame.caches) forward->caches.push_back(cache);
    add_new(frame.code, forward->code);
    add_new(frame.graphs, forward->graphs);
    if (forward->error.empty()) forward->error = frame.error;
    forward->peak_memory_mib = std::max(forward->peak_memory_mib, frame.peak_memory_mib);
  }
  return whole;
}

bool is_alike(const CompiledFrame& a, const CompiledFrame& b) {
  return a.id == b.id && a.frame == b.frame && a.file == b.file && a.line == b.line &&
         a.recompiled == b.recompiled && a.specialization == b.specialization &&
         a.error == b.error && a.guards == b.guards && a.nodes == b.nodes && a.graphs == b.graphs &&
         a.breaks == b.breaks;
}

void add_caches(int rank, const CompiledFrame& compiled, Frame& frame) {
  for (const protocol::CacheUse& use : compiled.caches) {
    auto known = std::ranges::find(frame.caches, use, &SeenCache::use);
    if (known == frame.caches.end()) known = frame.caches.insert(known, {use, {}});
    if (std::ranges::count(known->ranks, rank) == 0) known->ranks.push_back(rank);
  }
}

void add(int rank, const CompiledFrame& compiled, std::vector<Frame>& frames) {
  const double seconds = seconds_of(compiled);
  const auto same = std::ranges::find_if(
      frames, [&](const Frame& frame) { return is_alike(frame.compiled, compiled); });
  if (same == frames.end()) {
    Frame& first = frames.emplace_back(Frame{compiled, {rank}, {seconds}});
    first.compiled.caches.clear();
    add_caches(rank, compiled, first);
    return;
  }
  if (seconds > std::ranges::max(same->seconds)) same->compiled.seconds = compiled.seconds;
  same->ranks.push_back(rank);
  same->seconds.push_back(seconds);
  add_caches(rank, compiled, *same);
  add_new(compiled.code, same->compiled.code);
  same->compiled.peak_memory_mib =
      std::max(same->compiled.peak_memory_mib, compiled.peak_memory_mib);
}

}  // namespace

std::vector<Frame> join(const std::vector<RankFrames>& ranks) {
  std::vector<Frame> frames;
  for (const RankFrames& rank : ranks)
    for (const CompiledFrame& frame : with_backwards(rank.frames)) add(rank.rank, frame, frames);
  return frames;
}

std::vector<RankFrames> by_rank(const std::vector<Frame>& frames) {
  std::map<int, std::vector<CompiledFrame>> of_rank;
  for (const Frame& frame : frames)
    for (const int rank : frame.ranks) of_rank[rank].push_back(frame.compiled);
  std::vector<RankFrames> ranks;
  for (auto& [rank, compiled] : of_rank) ranks.push_back({rank, std::move(compiled)});
  return ranks;
}

std::map<int, double> compile_seconds(const std::vector<Frame>& frames) {
  std::map<int, double> seconds;
  for (const Frame& frame : frames)
    for (std::size_t i = 0; i < std::min(frame.ranks.size(), frame.seconds.size()); ++i)
      seconds[frame.ranks[i]] += frame.seconds[i];
  return seconds;
}

std::optional<Skew> skew_of(const std::vector<Frame>& frames, const std::vector<int>& ranks) {
  std::map<int, double> all = compile_seconds(frames);
  for (const int rank : ranks) all.try_emplace(rank, 0);
  if (frames.empty() || all.size() < 2) return std::nullopt;
  const auto [least, most] =
      std::ranges::minmax_element(all, {}, [](const auto& one) { return one.second; });
  return Skew{most->first, least->first, most->second, least->second};
}

double seconds_of(const CompiledFrame& frame) {
  double sum = 0;
  for (const auto& [phase, seconds] : frame.seconds) sum += seconds;
  return sum;
}

std::string place_of(const std::string& file, int line) {
  return text::last_part(file) + ":" + std::to_string(line);
}

std::string name_of(const CompiledFrame& frame) {
  return frame.frame + " at " + place_of(frame.file, frame.line) + " [" + frame.id + "]";
}

}  // namespace gridlock::health
