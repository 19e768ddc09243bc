// The search in one forest: for each alternative, the preferred one first, level by level, parents
// before children, a DropSearch over the pieces that are left. A value, as DropSearch is.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/drop_search.h"
#include "minimizer/forest.h"

namespace gridlock::minimizer {

// (piece, number of the alternative)
using Place = std::pair<int, int>;

class Search {
 public:
  enum class Start {
    kCoarse,  // few pieces are necessary: large chunks first
    kFine,    // most are: one by one, chunks grow where something goes
  };

  // `necessary`: places that need no question. The forest outlives all copies.
  Search(const Forest& forest, std::set<Place> necessary, Start start);

  bool done() const { return done_; }

  // The choices to ask about, closed. Not done().
  const Choices& question() const { return question_; }
  double chance() const { return drops_.chance(); }  // that the failure stays

  // What the answer shows to be necessary, if it shows that: the last of a shortest failing prefix.
  // `other`: see DropSearch.
  std::optional<Place> tell(bool same, const std::string& other = "");

  const Choices& accepted() const { return accepted_; }  // closed; the failure shows with them

 private:
  void advance();     // to the next question that changes something, or to the end
  bool next_round();  // false: there is none
  bool is_settled(int piece) const;
  void keep(int piece);  // and what it needs, and what holds it

  const Forest* forest_;
  std::set<Place> necessary_;
  Start start_;
  Choices accepted_, question_;
  DropSearch drops_;
  int alternative_ = 0, level_ = -1;
  std::vector<char> needed_, holding_;  // by a piece that stays: as a definition, as a parent
  bool done_ = false;
};

}  // namespace gridlock::minimizer
