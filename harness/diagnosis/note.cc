#include "harness/diagnosis/note.h"

#include <fmt/format.h>

#include "harness/diagnosis/text.h"
#include "harness/diagnosis/words.h"

namespace gridlock::diagnosis {
namespace {

std::string at(const std::string& place) {
  return place.empty() ? "elsewhere" : "at " + place;
}

}  // namespace

std::string note(const prover::Shift& shift) {
  return fmt::format(
      "{}: {} made it {}, {} {}; {} may have {}", call_words(shift.theirs, shift.group),
      rank_list(shift.ranks), at(shift.my_place), rank_list(shift.others), at(shift.their_place),
      rank_list(shift.ranks), shift.left_out ? "left a call out" : "made a call too many");
}

}  // namespace gridlock::diagnosis
