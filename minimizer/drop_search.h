// The search in one list: which of its items must stay?
//
// Items are dropped from the end, since what comes later in a script rarely is needed by what comes
// before: a chunk of a size that is about as likely to go as not, by the gaps between necessary
// items so far (gaps.h; group testing, after Hwang). If it goes, the next one is larger. If not,
// bisection finds the last item that must stay: all behind it is dropped. Each cut is where its
// answer is least certain, so groups of necessary items take small steps. What is known is
// never asked again: k necessary items of n take about k·log2(n/k) + k questions. Where several
// necessary items follow one another, all that is undecided is tried at once: something in front
// may make every cut behind it fail. Where something else happened than that the failure was gone,
// the cut may have parted two items that need each other: a deeper one is tried once, as long as
// that pays for what happened.
//
// A search is a value: a copy of it, told an answer that is not known yet, says what would be asked
// then. It depends on the answers alone.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "minimizer/gaps.h"

namespace gridlock::minimizer {

class DropSearch {
 public:
  struct Item {
    int id = 0;
    double weight = 1;
  };

  DropSearch() = default;

  // `gap`: the expected weight between two necessary items. 0: most are necessary, so that the
  // first question is about one item.
  DropSearch(std::vector<Item> items, double gap);

  bool done() const { return items_.empty(); }

  // Items to drop, besides those already dropped. Not done().
  std::vector<int> question() const;
  double chance() const;  // that they can be dropped

  // What the answer shows: the item that must stay, if it is one. `other`: what happened instead of
  // the failure; "": nothing.
  std::optional<int> tell(bool dropped, const std::string& other = "");

  // Leaves out undecided items that need no question. Only between_cuts().
  bool between_cuts() const { return !bisecting_ && !retried_; }
  void leave_out(const std::function<bool(int id)>& needless);

 private:
  std::optional<int> tell_cut(bool dropped);
  bool try_deeper(const std::string& other);
  void start_chunk();
  double weight(std::size_t from, std::size_t to) const;
  double survival(double weight) const;  // that so much more can be dropped, by the gaps seen
  struct Known {
    double all = 1, none = 0;  // survival at the cut that holds, and at the one that does not
  };
  Known known() const;
  double chance_without(double weight, const Known& known) const;
  // Of the cuts in [first, last], the one whose answer is least certain.
  std::size_t even_cut(std::size_t first, std::size_t last) const;

  std::vector<Item> items_;  // undecided; under a bisection also those behind hi_, just dropped
  double gap_ = 0;
  Gaps gaps_;             // unless gap_ is 0
  double since_ = 0;      // weight dropped since the last necessary item
  double dropped_ = 0;    // weight
  int necessary_ = 0;     // items
  int in_a_row_ = 0;      // necessary items without one dropped between them
  std::size_t from_ = 0;  // the question is about [from_, end)
  bool everything_ = false;
  bool bisecting_ = false;
  std::size_t lo_ = 0, hi_ = 0;  // [hi_, end) can be dropped, [lo_, end) cannot

  struct Deeper {
    int tries = 0, successes = 0;
  };
  std::map<std::string, Deeper> deeper_;  // by what happened
  struct Retried {
    std::size_t cut = 0;
    std::string other;
  };
  std::optional<Retried> retried_;  // from_ is deeper than this cut
};

}  // namespace gridlock::minimizer
