#include "minimizer/drop_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace gridlock::minimizer {
namespace {

// When a run of necessary items is long enough to try everything: at 2, 4, 8, …
bool is_time_for_everything(int in_a_row) {
  return in_a_row >= 2 && (in_a_row & (in_a_row - 1)) == 0;
}

}  // namespace

DropSearch::DropSearch(std::vector<Item> items, double gap) : items_(std::move(items)), gap_(gap) {
  start_chunk();
}

std::vector<int> DropSearch::question() const {
  std::vector<int> ids;
  for (std::size_t i = from_; i < items_.size(); ++i) ids.push_back(items_[i].id);
  return ids;
}

double DropSearch::chance() const {
  if (bisecting_) return 0.5;
  const double gap = std::max(expected_gap(), 1e-3);
  return std::clamp(std::exp(-weight(from_, items_.size()) / gap), 0.05, 0.95);
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
    from_ = middle();
    return {};
  }
  const int found = items_[lo_].id;
  bisecting_ = false;
  in_a_row_ = hi_ == items_.size() ? in_a_row_ + 1 : 1;
  dropped_ += weight(hi_, items_.size());
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
  from_ = items_.size();
  const double wanted = expected_gap() * std::numbers::ln2;
  double weight = 0;
  while (from_ > 0 && (from_ == items_.size() || weight + items_[from_ - 1].weight <= wanted))
    weight += items_[--from_].weight;
}

double DropSearch::expected_gap() const {
  return (gap_ + dropped_) / (1 + necessary_);
}

double DropSearch::weight(std::size_t from, std::size_t to) const {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += items_[i].weight;
  return sum;
}

std::size_t DropSearch::middle() const {
  const double half = weight(lo_, hi_) / 2;
  double sum = 0;
  std::size_t at = lo_;
  while (at < hi_ && sum < half) sum += items_[at++].weight;
  return std::clamp(at, lo_ + 1, hi_ - 1);
}

}  // namespace gridlock::minimizer
