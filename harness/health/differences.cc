#include "harness/health/differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "harness/health/pieces.h"
#include "harness/text/rank_list.h"

namespace gridlock::health {
namespace {

constexpr std::size_t kHashDigits = 8;

// Maps a value to the ranks that have it.
template <typename T>
using Holders = std::map<T, std::vector<int>>;

// Returns text such as "5 on rank 1, 4 on ranks 0, 2-3", with the rarest value first.
template <typename T>
std::string words_of(const Holders<T>& holders) {
  std::vector<std::pair<T, std::vector<int>>> sorted(holders.begin(), holders.end());
  std::ranges::stable_sort(sorted, {}, [](const auto& item) { return item.second.size(); });
  std::string words;
  for (const auto& [what, ranks] : sorted)
    words += fmt::format("{}{} on {}", words.empty() ? "" : ", ", what, text::rank_words(ranks));
  return words;
}

std::vector<std::string> other_numbers(const std::vector<RankFrames>& ranks) {
  Holders<std::size_t> holders;
  for (const RankFrames& rank : ranks) holders[rank.frames.size()].push_back(rank.rank);
  if (holders.size() < 2) return {};
  return {"ranks compiled different numbers of frames: " + words_of(holders)};
}

// Returns sentences about code that only some ranks compiled. All ranks must have compiled equally
// many frames.
std::vector<std::string> other_code(const std::vector<RankFrames>& ranks) {
  std::map<Code, std::set<int>> holders;
  for (const RankFrames& rank : ranks)
    for (const auto& [piece, frame] : pieces_of(rank)) holders[piece.code].insert(rank.rank);
  std::vector<std::string> sentences;
  for (const auto& [code, found] : holders) {
    if (found.size() == ranks.size() || code.name.empty()) continue;
    sentences.push_back(fmt::format("{} at {} was compiled only on {}", code.name,
                                    place_of(code.file, code.line),
                                    text::rank_words({found.begin(), found.end()})));
  }
  return sentences;
}

struct Graph {
  std::string name;  // as the first rank names the frame: "forward at case.py:26 [0/0]"
  Holders<std::string> hashes = {};
};

std::vector<std::string> other_graphs(const std::vector<RankFrames>& ranks) {
  std::map<std::pair<Piece, std::string>, Graph> graphs;
  for (const RankFrames& rank : ranks) {
    for (const auto& [piece, frame] : pieces_of(rank)) {
      for (const protocol::CompiledGraph& graph : frame->graphs) {
        Graph& one = graphs.try_emplace({piece, graph.graph}, Graph{name_of(*frame)}).first->second;
        one.hashes[graph.hash.substr(0, kHashDigits)].push_back(rank.rank);
      }
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [key, graph] : graphs) {
    if (graph.hashes.size() < 2) continue;
    sentences.push_back(fmt::format("the {} graph of {} differs between ranks: {}", key.second,
                                    graph.name, words_of(graph.hashes)));
  }
  return sentences;
}

// Returns a sentence for each graph that Inductor itself compared between the ranks.
std::vector<std::string> other_nodes(const std::vector<RankFrames>& ranks) {
  std::set<std::pair<Piece, bool>> told;
  std::vector<std::string> sentences;
  for (const RankFrames& rank : ranks) {
    for (const auto& [piece, frame] : pieces_of(rank)) {
      if (frame->mismatch.empty() || !told.emplace(piece, frame->backward).second) continue;
      sentences.push_back(
          fmt::format("Inductor compared the graphs of {}: {}", name_of(*frame), frame->mismatch));
    }
  }
  return sentences;
}

}  // namespace

std::vector<std::string> differences(const std::vector<Frame>& frames) {
  const std::vector<RankFrames> ranks = by_rank(frames);
  std::vector<std::string> all = other_numbers(ranks);
  if (all.empty()) all = other_code(ranks);
  std::ranges::move(other_graphs(ranks), std::back_inserter(all));
  std::ranges::move(other_nodes(ranks), std::back_inserter(all));
  return all;
}

}  // namespace gridlock::health
