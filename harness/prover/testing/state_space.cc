#include "harness/prover/testing/state_space.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace gridlock::prover::testing {

// Explores the states breadth-first, which lists the transitions in order of progress. Every
// transition makes progress, so a pass over the transitions from last to first visits a state's
// successors before the state itself.
std::vector<Reachable> explore(const Model& model, std::size_t most) {
  struct Edge {
    std::size_t from, to;
    Ranks moved;
  };
  std::vector<Reachable> states{{model.start(), 0, false}};
  std::vector<Edge> edges;
  std::unordered_map<std::string, std::size_t> known{{states[0].state.bytes(), 0}};
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto transitions = model.transitions(states[i].state);
    states[i].terminal = transitions.empty();
    for (const Model::Transition& transition : transitions) {
      const auto [found, fresh] = known.try_emplace(transition.after.bytes(), states.size());
      if (fresh) states.push_back({transition.after, 0, false});
      edges.push_back({i, found->second, transition.moved});
    }
    if (states.size() > most) return {};
  }
  for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
    states[edge->from].can_move |= states[edge->to].can_move | edge->moved;
  }
  return states;
}

bool has_open_calls(const State& state, std::size_t rank) {
  return std::ranges::any_of(state.ranks[rank], [](const State::Thread& thread) {
    return std::ranges::count(thread.calls, Status::kOpen) > 0;
  });
}

bool timed_out(const State& state) {
  return std::ranges::any_of(state.ranks, [](const auto& threads) {
    return std::ranges::any_of(threads, [](const State::Thread& thread) {
      return std::ranges::count(thread.calls, Status::kGaveUp) > 0;
    });
  });
}

bool left_calls_open(const State& state) {
  for (std::size_t rank = 0; rank < state.ranks.size(); ++rank) {
    if ((state.exited >> rank & 1) != 0 && has_open_calls(state, rank)) return true;
  }
  return false;
}

std::vector<State> ends(const Model& model, const State& from) {
  std::vector<State> result, next{from};
  std::unordered_set<std::string> known{from.bytes()};
  while (!next.empty()) {
    const State state = std::move(next.back());
    next.pop_back();
    const auto transitions = model.transitions(state);
    if (transitions.empty()) result.push_back(state);
    for (const Model::Transition& transition : transitions) {
      if (left_calls_open(transition.after) || !known.insert(transition.after.bytes()).second)
        continue;
      next.push_back(transition.after);
    }
  }
  return result;
}

std::set<Ranks> outcomes(const Model& model, const std::vector<Reachable>& states) {
  std::set<Ranks> result;
  for (const Reachable& state : states) {
    if (state.terminal) result.insert(model.unfinished(state.state));
  }
  return result;
}

}  // namespace gridlock::prover::testing
