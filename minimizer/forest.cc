#include "minimizer/forest.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridlock::minimizer {

Forest::Forest(std::vector<Piece> pieces)
    : pieces_(std::move(pieces)), children_(size()), users_(size()), depths_(size()) {
  const auto refuse = [](int id, const char* why) {
    throw std::invalid_argument("piece " + std::to_string(id) + " " + why);
  };
  for (int id = 0; id < size(); ++id) {
    const Piece& piece = pieces_[id];
    if (piece.parent < -1 || piece.parent >= id) refuse(id, "does not come after its parent");
    if (!(piece.weight > 0)) refuse(id, "has no weight");
    if (piece.parent >= 0) {
      children_[piece.parent].push_back(id);
      depths_[id] = depths_[piece.parent] + 1;
    }
    for (const int needed : piece.needs) {
      if (needed < 0 || needed >= size()) refuse(id, "needs a piece that does not exist");
      users_[needed].push_back(id);
    }
    levels_ = std::max(levels_, depths_[id] + 1);
    most_alternatives_ = std::max(most_alternatives_, static_cast<int>(piece.alternatives.size()));
  }
}

void Forest::close(Choices& choices) const {
  std::vector<int> gone;
  const auto take = [&](const std::vector<int>& others, bool chosen_too) {
    for (const int other : others) {
      if (choices[other] == kGone || (choices[other] >= 0 && !chosen_too)) continue;
      choices[other] = kGone;
      gone.push_back(other);
    }
  };
  for (int id = 0; id < size(); ++id) {
    if (choices[id] < 0) continue;
    const Alternative& alternative = pieces_[id].alternatives[choices[id]];
    if (alternative.takes_children) take(children_[id], true);
    if (alternative.takes_users) take(users_[id], false);
  }
  while (!gone.empty()) {
    const int id = gone.back();
    gone.pop_back();
    take(children_[id], true);
    take(users_[id], false);
  }
}

}  // namespace gridlock::minimizer
