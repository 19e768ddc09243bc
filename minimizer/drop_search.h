// Searches one list for the items that must be kept.
//
// Items are dropped from the end, because earlier items rarely need the items at the end of a
// script. The first question drops a chunk that is about as likely to be droppable as not, judged
// by the gaps between the necessary items found so far (gaps.h; group testing, after Hwang). If the
// chunk can be dropped, the next chunk is larger. If not, bisection finds the last item that must
// be kept, and all items behind that item are dropped. Each cut is made at the position with the
// least certain answer, so the search takes small steps within groups of necessary items. No
// settled question is asked again: k necessary items of n take about k·log2(n/k) + k questions.
//
// After several necessary items in a row, the search tries to drop all undecided items together.
// Every cut behind an item may fail as long as that item is kept.
//
// Sometimes a cut makes another failure appear. The cut may then have separated two items that need
// each other. The search therefore tries once to drop more items (a deeper cut). If deeper cuts do
// not help against a failure, the search stops trying them for that failure.
//
// A search is a value: a copy can be given an assumed answer and then returns the question that
// would follow. The state of a search depends only on the answers.
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

  // Starts a search. `gap` is the expected weight between two necessary items. 0 means that most
  // items are necessary, so the first question is about one item.
  DropSearch(std::vector<Item> items, double gap);

  bool done() const { return items_.empty(); }

  // Returns the items to drop, apart from the items already dropped. Requires !done().
  std::vector<int> question() const;
  double chance() const;  // probability that the items can be dropped

  // Takes the answer. Returns the item that must be kept, if the answer determines one. `other` is
  // the other failure that appeared; "" means none.
  std::optional<int> tell(bool dropped, const std::string& other = "");

  // Returns whether leave_out() may be called. leave_out() removes undecided items about which no
  // question is needed.
  bool between_cuts() const { return !bisecting_ && !retried_; }
  void leave_out(const std::function<bool(int id)>& needless);

 private:
  std::optional<int> tell_cut(bool dropped);
  bool try_deeper(const std::string& other);
  void start_chunk();
  double weight(std::size_t from, std::size_t to) const;
  double survival(double weight) const;  // probability that `weight` can be dropped
  struct Known {
    double all = 1, none = 0;  // survival at a cut that works, and at a cut that fails
  };
  Known known() const;
  double chance_without(double weight, const Known& known) const;
  // Returns the cut in [first, last] with the least certain answer.
  std::size_t even_cut(std::size_t first, std::size_t last) const;

  std::vector<Item> items_;  // undecided items; during a bisection also dropped items behind hi_
  double gap_ = 0;
  Gaps gaps_;             // not used if gap_ is 0
  double since_ = 0;      // weight dropped since the last necessary item was found
  double dropped_ = 0;    // weight of the dropped items
  int necessary_ = 0;     // count of necessary items
  int in_a_row_ = 0;      // count of necessary items since an item was dropped
  std::size_t from_ = 0;  // the question is about [from_, end)
  bool everything_ = false;
  bool bisecting_ = false;
  std::size_t lo_ = 0, hi_ = 0;  // [hi_, end) can be dropped, [lo_, end) cannot

  struct Deeper {
    int tries = 0, successes = 0;
  };
  std::map<std::string, Deeper> deeper_;  // by the other failure that appeared
  struct Retried {
    std::size_t cut = 0;
    std::string other;
  };
  std::optional<Retried> retried_;  // a failed cut; the deeper cut at from_ is being tried
};

}  // namespace gridlock::minimizer
