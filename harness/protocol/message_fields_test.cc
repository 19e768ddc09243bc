#include "harness/protocol/message_fields.h"

#include "harness/facts/facts_json.h"
#include "harness/fields/testing/round_trip.h"

namespace gridlock::protocol {
namespace {

template <typename T>
struct AllFields : ::testing::Test {};

using Types =
    ::testing::Types<facts::Group, facts::Call, facts::Wait, facts::Thread, facts::Site,
                     facts::RankFacts, facts::Snapshot, facts::Reason, facts::Certificate, RankSpec,
                     CompileCounters, StepReport, DoneReport, ErrorReport, UnreadableReport, Run,
                     Stop, Retire, Look, Quit, Hello, Progress, Report, Exited, Quiet, Facts, Ended,
                     Unfit, RankOrder, KeeperReady, RankStarted, RankEnded, Registration,
                     DumpQuestion, RaiseNotice, ForkWords, ForkedRanks, HostHello, HostState,
                     HostAnswer, HostQuestion, HostEnd, Windows>;
TYPED_TEST_SUITE(AllFields, Types);

TYPED_TEST(AllFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  fields::testing::expect_round_trip<TypeParam>();
}

}  // namespace
}  // namespace gridlock::protocol
