#include "minimizer/search.h"

namespace gridlock::minimizer {

Search::Search(const Forest& forest, std::set<Place> necessary, Start start)
    : forest_(&forest),
      necessary_(std::move(necessary)),
      start_(start),
      accepted_(forest.all_kept()),
      needed_(forest.size()),
      holding_(forest.size()) {
  for (const auto& [piece, alternative] : necessary_)
    if (alternative == 0) keep(piece);
  advance();
}

std::optional<Place> Search::tell(bool same, const std::string& other) {
  if (same) accepted_ = question_;
  std::optional<Place> shown;
  if (const auto piece = drops_.tell(same, other)) {
    shown = {*piece, alternative_};
    keep(*piece);
  }
  advance();
  return shown;
}

void Search::advance() {
  for (;;) {
    if (drops_.between_cuts()) drops_.leave_out([this](int piece) { return is_settled(piece); });
    if (drops_.done()) {
      if (!next_round()) break;
      continue;
    }
    question_ = accepted_;
    for (const int piece : drops_.question())
      if (question_[piece] == kKeep) question_[piece] = alternative_;
    forest_->close(question_);
    if (question_ != accepted_) return;
    drops_.tell(true);  // all items were dropped together with other pieces
  }
  done_ = true;
}

bool Search::next_round() {
  if (++level_ == forest_->levels()) {
    level_ = 0;
    needed_.assign(needed_.size(), 0);
    holding_.assign(holding_.size(), 0);
    ++alternative_;
    for (const auto& [piece, alternative] : necessary_)
      if (alternative == alternative_) keep(piece);
  }
  if (alternative_ >= forest_->most_alternatives()) return false;
  std::vector<DropSearch::Item> items;
  std::set<int> parents;
  double weight = 0;
  for (int piece = 0; piece < forest_->size(); ++piece) {
    if (forest_->depth(piece) != level_ || is_settled(piece)) continue;
    items.push_back({piece, (*forest_)[piece].weight});
    weight += items.back().weight;
    parents.insert((*forest_)[piece].parent);
  }
  // The first guess assumes one necessary piece for each parent, because a parent is usually kept
  // for at least one piece below it. Alternatives after the first are tried piece by piece, because
  // a piece that cannot be dropped rarely has another alternative that works.
  const bool coarse = start_ == Start::kCoarse && alternative_ == 0;
  drops_ = DropSearch(std::move(items), coarse ? weight / (1.0 + parents.size()) : 0);
  return true;
}

bool Search::is_settled(int piece) const {
  const auto& alternatives = (*forest_)[piece].alternatives;
  if (accepted_[piece] != kKeep || alternative_ >= static_cast<int>(alternatives.size()))
    return true;
  const Alternative& way = alternatives[alternative_];
  return (way.takes_users && needed_[piece]) || (way.takes_children && holding_[piece]) ||
         necessary_.contains({piece, alternative_});
}

void Search::keep(int piece) {
  if (const int parent = (*forest_)[piece].parent; parent >= 0 && !holding_[parent]) {
    holding_[parent] = 1;
    keep(parent);
  }
  for (const int definition : (*forest_)[piece].needs) {
    if (needed_[definition]) continue;
    needed_[definition] = 1;
    keep(definition);
  }
}

}  // namespace gridlock::minimizer
