#include "minimizer/drop_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gridlock::minimizer {
namespace {

// Returns whether to ask about dropping all undecided items. That is done after 2, 4, 8, …
// necessary items in a row.
bool is_time_for_everything(int in_a_row) {
  return in_a_row >= 2 && (in_a_row & (in_a_row - 1)) == 0;
}

}  // namespace

DropSearch::DropSearch(std::vector<Item> items, double gap) : items_(std::move(items)), gap_(gap) {
  if (gap > 0) gaps_ = Gaps(gap);
  start_chunk();
}

std::vector<int> DropSearch::question() const {
  std::vector<int> ids;
  for (std::size_t i = from_; i < items_.size(); ++i) ids.push_back(items_[i].id);
  return ids;
}

double DropSearch::chance() const {
  return std::clamp(chance_without(weight(from_, items_.size()), known()), 0.05, 0.95);
}

std::optional<int> DropSearch::tell(bool dropped, const std::string& other) {
  if (retried_) {
    if (dropped)
      ++deeper_[retried_->other].successes;
    else
      from_ = retried_->cut;
    retried_.reset();
  } else if (!dropped && !other.empty() && try_deeper(other)) {
    return {};
  }
  return tell_cut(dropped);
}

bool DropSearch::try_deeper(const std::string& other) {
  Deeper& deeper = deeper_[other];
  const std::size_t least = bisecting_ ? lo_ + 1 : 0;
  const bool pays = deeper.tries < 1 + 3 * deeper.successes;
  if (!pays || from_ <= least || gap_ == 0) return false;
  ++deeper.tries;
  retried_ = {from_, other};
  if (bisecting_)
    from_ = std::max(least, (lo_ + from_) / 2);
  else
    from_ -= std::min(from_, items_.size() - from_);
  return true;
}

std::optional<int> DropSearch::tell_cut(bool dropped) {
  if (!bisecting_) {
    if (dropped) {
      since_ += weight(from_, items_.size());
      dropped_ += weight(from_, items_.size());
      items_.resize(from_);
      in_a_row_ = 0;
      start_chunk();
      return {};
    }
    if (everything_ && items_.size() > 1) {
      start_chunk();
      return {};
    }
    bisecting_ = true;
    lo_ = from_;
    hi_ = items_.size();
  } else {
    (dropped ? hi_ : lo_) = from_;
  }
  if (hi_ - lo_ > 1) {
    from_ = even_cut(lo_ + 1, hi_ - 1);
    return {};
  }
  const int found = items_[lo_].id;
  bisecting_ = false;
  in_a_row_ = hi_ == items_.size() ? in_a_row_ + 1 : 1;
  dropped_ += weight(hi_, items_.size());
  if (gap_ > 0) gaps_.add(since_ + weight(hi_, items_.size()));
  since_ = 0;
  ++necessary_;
  items_.resize(lo_);
  start_chunk();
  everything_ = gap_ > 0 && is_time_for_everything(in_a_row_) && from_ > 0;
  if (everything_) from_ = 0;
  return found;
}

void DropSearch::leave_out(const std::function<bool(int)>& needless) {
  const auto size = items_.size();
  std::erase_if(items_, [&](const Item& item) { return needless(item.id); });
  if (items_.size() == size) return;
  const bool everything = everything_;
  start_chunk();
  everything_ = everything && from_ > 0;
  if (everything_) from_ = 0;
}

void DropSearch::start_chunk() {
  everything_ = false;
  from_ = items_.empty() ? 0 : even_cut(0, items_.size() - 1);
}

double DropSearch::weight(std::size_t from, std::size_t to) const {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += items_[i].weight;
  return sum;
}

double DropSearch::survival(double weight) const {
  if (gap_ > 0) return gaps_.survival(since_ + weight);
  return std::exp(-weight * (1 + necessary_) / std::max(dropped_, 1e-3));
}

DropSearch::Known DropSearch::known() const {
  if (!bisecting_) return {survival(0), 0};
  return {survival(weight(hi_, items_.size())), survival(weight(lo_, items_.size()))};
}

double DropSearch::chance_without(double weight, const Known& known) const {
  return (survival(weight) - known.none) / (known.all - known.none);
}

std::size_t DropSearch::even_cut(std::size_t first, std::size_t last) const {
  const Known known = this->known();
  // If the weights are far above all expected gaps, all cuts are equally likely to work.
  if (!(known.all - known.none > 1e-12)) return first + (last - first) / 2;
  std::size_t best = last;
  double least = 1, behind = weight(last + 1, items_.size());
  for (std::size_t at = last + 1; at-- > first;) {
    behind += items_[at].weight;
    const double unevenness = std::abs(chance_without(behind, known) - 0.5);
    if (unevenness >= least) break;
    least = unevenness;
    best = at;
  }
  return best;
}

}  // namespace gridlock::minimizer
