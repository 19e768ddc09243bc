#include "harness/protocol/message_fields.h"

#include "harness/fields/test_round_trip.h"
#include "harness/protocol/exec_message_fields.h"
#include "harness/protocol/spawner_message_fields.h"

namespace gridlock::protocol {
namespace {

using fields::testing::expect_round_trips;
using nlohmann::json;

TEST(FactsFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  using namespace facts;  // NOLINT(google-build-using-namespace)
  expect_round_trips<json, Group, Call, Wait, Thread, Site, RankFacts, Snapshot, Reason,
                     Certificate>();
}

TEST(RankMessageFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  expect_round_trips<json, RankSpec, Collective, CompiledGraph, GraphBreak, CacheUse, CompiledFrame,
                     CompileCounters, StepReport, DoneReport, ErrorReport, UnreadableReport>();
}

TEST(MessageFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  expect_round_trips<json, protocol::Run, Stop, Retire, FactsRequest, Quit, Hello, Progress, Report,
                     Exited, Quiet, Facts, Ended, SetupFailed, HostNote, Windows>();
}

TEST(SpawnerMessageFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  expect_round_trips<json, SpawnRequest, SpawnerReady, RankStarted, RankEnded>();
}

TEST(ExecMessageFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  expect_round_trips<json, Registration, DumpQuestion, facts::Exception, ForkWords, ForkedRanks,
                     WarmInterpreter, StartExec, ServerReady, ExecStarted, ExecEnded, HostState,
                     HostAnswer, HostQuestion, HostEnd>();
}

}  // namespace
}  // namespace gridlock::protocol
