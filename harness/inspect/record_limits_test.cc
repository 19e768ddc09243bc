#include "harness/inspect/record_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/trace/layout.h"

namespace gridlock::inspect {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(RecordLimits, AreSaidOnceForAllRanksThatExceedThem) {
  std::vector<LocalRank> ranks;
  for (const int rank : {0, 1, 2}) ranks.push_back({.rank = rank, .ring = trace::Ring::create()});
  EXPECT_THAT(exceeded_limits(ranks), IsEmpty());
  for (const int rank : {0, 2}) {
    trace::RingWriter writer(ranks[static_cast<std::size_t>(rank)].ring);
    writer.add_group({{"1", "", std::vector<int>(trace::kMembers + 1, 0), 0, "gloo"}});
  }
  trace::RingWriter writer(ranks[1].ring);
  for (std::uint64_t key = 1; key <= trace::kKeys + 1; ++key) writer.key_set(key);
  EXPECT_THAT(
      exceeded_limits(ranks),
      ElementsAre(AllOf(HasSubstr("ranks 0 and 2 have created more process groups than gridlock"),
                        HasSubstr("no deadlock of these ranks can be proved any more")),
                  AllOf(HasSubstr("rank 1 has set more store keys"),
                        HasSubstr("a deadlock of this rank at a store key"))));
}

}  // namespace
}  // namespace gridlock::inspect
