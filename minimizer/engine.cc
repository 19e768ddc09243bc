#include "minimizer/engine.h"

#include <algorithm>
#include <set>

#include "minimizer/look_ahead.h"
#include "minimizer/proposals.h"
#include "minimizer/search.h"

namespace gridlock::minimizer {
namespace {

struct PassState {
  Pass* pass = nullptr;
  Key settled, swept;  // last candidates on which a coarse search or sweep found no step
  int removed = 0;     // count of lines
  int questions = 0;

  double benefit() const { return removed / (1.0 + questions); }
};

class Engine {
 public:
  Engine(const Problem& problem, std::span<const std::unique_ptr<Pass>> passes, Oracle& oracle,
         State* state, const MinimizeOptions& options)
      : problem_(problem),
        options_(options),
        asker_(problem, oracle, state ? state->known() : Known{}, state, options.budget,
               options.stop, [this] { show_progress(); }) {
    for (const auto& pass : passes) passes_.push_back({pass.get(), {}, {}});
  }

  Result run() {
    Result result;
    result.end = search(result);
    result.best = asker_.best().candidate;
    result.steps = asker_.known().steps;
    result.by_catch = asker_.known().by_catch;
    result.statistics = asker_.statistics();
    result.seconds = asker_.seconds();
    return result;
  }

 private:
  End search(Result& result) {
    const Key key = key_of(problem_.canonical, problem_.original.launch);
    const auto original = problem_.answer ? problem_.answer : asker_.ask(problem_.original, key);
    if (!original) return stopped();
    result.original = *original;
    if (original->verdict != Verdict::kSame) return End::kNothing;
    return until_minimal() ? End::kMinimal : stopped();
  }

  End stopped() const { return asker_.interrupted() ? End::kInterrupted : End::kBudget; }

  // Returns false if the search was stopped.
  bool until_minimal() {
    for (;;) {
      if (!coarse_rounds()) return false;
      const auto left = std::ranges::find_if(
          passes_, [this](const PassState& p) { return p.swept != asker_.best().key; });
      if (left == passes_.end()) return true;
      if (!work(*left, Search::Start::kFine)) return false;
    }
  }

  bool coarse_rounds() {
    const auto is_left = [this](const PassState& p) { return p.settled != asker_.best().key; };
    while (std::ranges::any_of(passes_, is_left)) {
      const bool early = std::ranges::any_of(
          passes_, [&](const PassState& p) { return !p.pass->is_late() && is_left(p); });
      for (PassState& pass : passes_) {
        if (!is_left(pass) || (early && pass.pass->is_late())) continue;
        if (!work(pass, Search::Start::kCoarse)) return false;
      }
      std::ranges::stable_sort(passes_, std::greater(), &PassState::benefit);
    }
    return true;
  }

  bool work(PassState& at, Search::Start start) {
    current_ = &at;
    fine_ = start == Search::Start::kFine;
    const Key before = asker_.best().key;
    const int lines = line_count(asker_.best().candidate);
    if (!search_pass(*at.pass, start)) return false;
    at.removed += lines - line_count(asker_.best().candidate);
    // A step may create new pieces, such as the parts of an expression. Therefore a pass is
    // finished only after a search without a step.
    if (asker_.best().key == before) (fine_ ? at.swept : at.settled) = before;
    return true;
  }

  bool search_pass(Pass& pass, Search::Start start) {
    const auto edits = pass.open(asker_.best().candidate);
    const Forest& forest = edits->forest();
    Proposals proposals(*edits);
    Search search(forest, fine_ ? std::set<Place>() : necessary_places(pass, forest), start);
    while (!search.done()) {
      const auto answer = asker_.ask(search, proposals);
      if (!answer) return false;
      ++current_->questions;
      const bool same = answer->verdict == Verdict::kSame;
      if (same) asker_.accept(std::string(pass.name()), proposals.of(search.question()));
      const auto shown = tell(search, *answer);
      if (shown && is_lasting(answer->verdict)) remember(pass, forest, *shown);
    }
    return true;
  }

  void remember(const Pass& pass, const Forest& forest, const Place& place) {
    const Piece& piece = forest[place.first];
    if (!piece.name.empty())
      asker_.remember(
          {piece.name, std::string(pass.name()), piece.alternatives[place.second].name});
  }

  std::set<Place> necessary_places(const Pass& pass, const Forest& forest) const {
    std::set<Place> places;
    for (int id = 0; id < forest.size(); ++id) {
      const Piece& piece = forest[id];
      for (int way = 0; way < static_cast<int>(piece.alternatives.size()); ++way)
        if (asker_.known().necessary.contains(
                {piece.name, std::string(pass.name()), piece.alternatives[way].name}))
          places.insert({id, way});
    }
    return places;
  }

  void show_progress() const {
    if (!options_.progress) return;
    const Candidate& best = asker_.best().candidate;
    options_.progress({current_ ? std::string(current_->pass->name()) : "", fine_, line_count(best),
                       best.launch.ranks, asker_.statistics(), asker_.seconds()});
  }

  const Problem& problem_;
  const MinimizeOptions& options_;
  std::vector<PassState> passes_;
  PassState* current_ = nullptr;
  bool fine_ = false;
  Asker asker_;
};

}  // namespace

Result minimize(const Problem& problem, std::span<const std::unique_ptr<Pass>> passes,
                Oracle& oracle, State* state, const MinimizeOptions& options) {
  return Engine(problem, passes, oracle, state, options).run();
}

}  // namespace gridlock::minimizer
