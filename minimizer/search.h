// Searches one forest. Uses a DropSearch over the remaining pieces for each alternative (the
// preferred one first) and each level (parents before children). A Search is a value, like a
// DropSearch.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/drop_search.h"
#include "minimizer/forest.h"

namespace gridlock::minimizer {

// (index of a piece, index of its alternative)
using Place = std::pair<int, int>;

class Search {
 public:
  enum class Start {
    kCoarse,  // large chunks first, because few pieces are necessary
    kFine,    // one piece first, because most are necessary; more after each success
  };

  // Starts a search. `necessary` are places about which no question is needed. The forest outlives
  // all copies.
  Search(const Forest& forest, std::set<Place> necessary, Start start);

  bool done() const { return done_; }

  // Returns the choices to ask about, closed (Forest::close). Requires !done().
  const Choices& question() const { return question_; }
  double chance() const { return drops_.chance(); }  // probability that the failure stays

  // Takes the answer. Returns the place that the answer shows to be necessary, if any. The pieces
  // behind that place are dropped. `other`: see DropSearch.
  std::optional<Place> tell(bool same, const std::string& other = "");

  const Choices& accepted() const { return accepted_; }  // closed; with them, the failure shows

 private:
  void advance();     // moves to the next question that changes something, or to the end
  bool next_round();  // returns false if there is no next round
  bool is_settled(int piece) const;
  void keep(int piece);  // marks its parents and the pieces that it needs

  const Forest* forest_;
  std::set<Place> necessary_;
  Start start_;
  Choices accepted_, question_;
  DropSearch drops_;
  int alternative_ = 0, level_ = -1;
  std::vector<char> needed_, holding_;  // pieces that kept pieces need; parents of kept pieces
  bool done_ = false;
};

}  // namespace gridlock::minimizer
