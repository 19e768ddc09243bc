#include "harness/diagnosis/note.h"

#include <fmt/format.h>

#include "harness/diagnosis/words.h"
#include "harness/text/rank_list.h"

namespace gridlock::diagnosis {
namespace {

std::string at(const std::string& place) {
  return place.empty() ? "at an unknown line" : "at " + place;
}

}  // namespace

std::string note(const prover::Shift& shift) {
  return fmt::format("{}: {} made it {}, {} {}; {} may have {}",
                     call_words(shift.theirs, shift.group), text::rank_words(shift.ranks),
                     at(shift.my_place), text::rank_words(shift.others), at(shift.their_place),
                     text::rank_words(shift.ranks),
                     shift.skipped ? "skipped a call" : "made an extra call");
}

}  // namespace gridlock::diagnosis
