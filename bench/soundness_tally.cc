#include "bench/soundness_tally.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/text/columns.h"
#include "harness/text/quantity.h"
#include "harness/verdict/verdict.h"

namespace gridlock::bench {
namespace {

constexpr const char* kRow = "{:1} {:<52}{:<12}{:>12}{:>9}{:>7}{:>7}";

void add_to(protocol::Windows& sum, const protocol::Windows& windows) {
  sum.evaluations += windows.evaluations;
  sum.some_blocked += windows.some_blocked;
  sum.all_blocked += windows.all_blocked;
  sum.deadlocks += windows.deadlocks;
  sum.desyncs += windows.desyncs;
  sum.missed += windows.missed;
  sum.collectives += windows.collectives;
}

bool is_wrong(const StressedRun& run) {
  return !run.passed() || run.false_deadlocks() > 0 || run.false_desyncs() > 0;
}

}  // namespace

StressedRun stressed_run(const verdict::CellRecord& record, const std::string& evidence,
                         const protocol::Windows& windows) {
  StressedRun run;
  run.cell = record.cell;
  run.repetition = record.repetition;
  run.verdict = verdict::name(record.verdict);
  run.sentence = record.sentence;
  run.evidence = evidence;
  run.seconds = record.seconds;
  run.windows = windows;
  run.desync = record.desync.has_value();
  return run;
}

nlohmann::json to_json(const StressedRun& run) {
  return {{"cell", run.cell},
          {"repetition", run.repetition},
          {"verdict", run.verdict},
          {"sentence", run.sentence},
          {"seconds", run.seconds},
          {"windows", to_json(run.windows)},
          {"false_deadlocks", run.false_deadlocks()},
          {"false_desyncs", run.false_desyncs()},
          {"evidence", run.evidence}};
}

void Soundness::add(const StressedRun& run) {
  ++runs;
  passed += run.passed();
  add_to(windows, run.windows);
  false_deadlocks += run.false_deadlocks();
  false_desyncs += run.false_desyncs();
}

bool Soundness::good_enough() const {
  return runs > 0 && passed == runs && windows.evaluations > 0 && false_deadlocks == 0 &&
         false_desyncs == 0;
}

std::string soundness_heading() {
  return fmt::format(kRow, "", "cell", "verdict", "collectives", "windows", "blocked", "s");
}

std::string line(const StressedRun& run) {
  std::string text = fmt::format(kRow, is_wrong(run) ? "!" : " ", text::cut_middle(run.cell, 51),
                                 run.verdict, run.windows.collectives, run.windows.evaluations,
                                 run.windows.all_blocked, fmt::format("{:.1f}", run.seconds));
  if (!is_wrong(run)) return text;
  if (!run.passed()) text += "\n" + text::cut("    " + run.sentence, 100);
  if (run.false_deadlocks() + run.false_desyncs() == 0) return text;
  return text + fmt::format("\n    false deadlocks: {}, false desyncs: {}, evidence: {}",
                            run.false_deadlocks(), run.false_desyncs(), run.evidence);
}

std::string describe(const Soundness& soundness) {
  const protocol::Windows& windows = soundness.windows;
  return fmt::format(
      "{}, {} passed\n"
      "{} collectives\n"
      "{} evaluations in quiet windows: {} with a blocked rank, {} with all ranks blocked\n"
      "{} windows in which a rank did not stop in time\n"
      "false deadlocks: {}\n"
      "false desyncs: {}\n",
      text::count_of(soundness.runs, "run"), soundness.passed, windows.collectives,
      windows.evaluations, windows.some_blocked, windows.all_blocked, windows.missed,
      soundness.false_deadlocks, soundness.false_desyncs);
}

}  // namespace gridlock::bench
