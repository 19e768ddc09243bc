#include "harness/exec/record_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::exec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct RecordLimits : testing::Test {
  RecordLimits() : job("job", 2, Intervals{}) {
    for (const int rank : {0, 1}) {
      job.members.push_back(inspect::LocalRank{.rank = rank, .ring = trace::Ring::create()});
    }
  }
  Job job;
};

TEST_F(RecordLimits, AreReportedOnceEach) {
  EXPECT_THAT(new_limits(job), IsEmpty());
  trace::RingWriter writer(job.members[1].ring);
  for (std::uint64_t key = 1; key <= trace::kKeys + 1; ++key) writer.key_set(key);
  EXPECT_THAT(new_limits(job),
              ElementsAre(HasSubstr("rank 1 has set more store keys than gridlock can record")));
  EXPECT_THAT(new_limits(job), IsEmpty());
  writer.add_group({{"1", "", std::vector<int>(trace::kMembers + 1, 0), 0, "gloo"}});
  EXPECT_THAT(new_limits(job), ElementsAre(HasSubstr("rank 1 has created more process groups")));
}

TEST_F(RecordLimits, OfCallsEndWithTheCalls) {
  trace::RingWriter writer(job.members[0].ring);
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  trace::Record record;
  record.group = static_cast<std::uint16_t>(group);
  for (std::size_t i = 0; i <= trace::kCalls; ++i) writer.issue(record);
  EXPECT_THAT(new_limits(job), ElementsAre(HasSubstr("rank 0 has more calls in flight")));
}

}  // namespace
}  // namespace gridlock::exec
