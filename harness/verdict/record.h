// The record of one finished cell: one line of results.jsonl. Plain data; judge.h decides the
// verdict.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "golden/state.h"
#include "harness/diagnosis/early_exit.h"
#include "harness/facts/finding_record.h"
#include "harness/health/frames.h"
#include "harness/protocol/rank_messages.h"
#include "harness/verdict/costs.h"
#include "harness/verdict/verdict.h"
#include "matrix/cell.h"
#include "matrix/plan.h"

namespace gridlock::verdict {

// The reports of one rank, as far as it got.
struct RankReport {
  int rank = 0;
  std::string phase;  // the last phase that it entered: start, group, build, compile, step 0, done
  std::vector<double> losses;           // global mean loss after each step
  std::vector<double> grad_norms;       // global gradient norm of each step
  std::vector<double> step_seconds;     // of each step, without the compiler's time …
  std::vector<double> compile_seconds;  // … and the compiler's time
  std::vector<golden::State> states;    // digests of its tensors after each step
  // The lines that the case's code printed and logged in each step; empty if it printed nothing.
  std::vector<std::vector<std::string>> printed;
  // The losses and gradient norms of further trainings with random rounding; only for rank 0 of a
  // reference.
  std::vector<protocol::RoundedReport> rounded;
  std::map<std::string, double> seconds;  // per phase: start, group, build, compile, steps
  std::optional<protocol::CompileCounters> compile;  // present once training has ended
  double compile_cpu_seconds = 0;  // CPU time while compiling, which hardly depends on other load
  double peak_memory_mib = 0;
  double compile_peak_memory_mib = 0;  // while the compiler ran; 0 = it never ran
  double step_peak_memory_mib = 0;     // while the compiler did not run
  // Everything besides the cell on which its numbers may depend (golden/recorded.h); of rank 0,
  // once it has ended.
  std::map<std::string, std::string> environment;
  std::string error;             // "ValueError: …", the last line of the traceback; "" if none
  std::string traceback;         // the whole Python traceback
  std::optional<int> exit_code;  // of the process, once it has ended
  int signal = 0;                // the one that killed it; 0 = none
  bool stopped = false;          // gridlock ended it because the cell was over: not at fault
  bool finished = false;         // reached the end of its training
};

// The comparison of one series of a cell with that of a partner, at the step that came closest to
// its bound.
struct Comparison {
  std::string relation;
  std::string partner;  // its id; the cell's own id means an earlier run of the same cell
  std::string series;   // loss | grad norm
  int step = 0;         // counts from 0
  double difference = 0;
  double allowed = 0;  // 0: bit for bit
  // The standard deviation of trainings of a reference with random rounding; the bound is a
  // multiple of this. 0: the bound comes from the matrix or from the precision.
  double deviation = 0;
  int trainings = 0;
  std::string measured_on = {};  // the id of the reference
};

struct CellRecord {
  std::string cell;  // id
  std::string case_name;
  std::vector<std::pair<std::string, matrix::Value>> axes;
  std::string role;    // covering | added | reference
  std::string tier;    // fork | warm | cold
  int repetition = 0;  // 0 … N-1 with --repeat N
  Verdict verdict = Verdict::kPass;
  std::string verdict_class;  // more specific than the verdict: "raised", "killed", "not finite", …
  bool unexpected = false;    // fails the run; set by apply_expectations()
  std::vector<int> ranks;     // at fault
  std::string sentence;       // one line in plain words
  std::string signature;      // the part that two runs of the same failure share
  double seconds = 0;         // wall clock of the whole cell
  int steps = 0;              // number that each rank was asked to train; 0 = unknown
  std::vector<Comparison> comparisons;  // measured by relations, whether or not they hold
  std::optional<Costs> costs;           // of a compiled cell, if it was trained uncompiled, too
  // The cell passed, but no relation compared its numbers with those of another cell, or another
  // cell's with its own.
  bool unjudged = false;
  // The outputs of its layers were requested but could not be observed, so they are not compared.
  bool activations_unseen = false;
  std::vector<health::Frame> frames;  // compiled by torch.compile
  std::vector<RankReport> reports;    // one per rank, in order of rank
  std::string evidence;  // folder with stacks and logs, relative to the run folder; "" if none
  std::string rerun;     // the command that runs this cell alone

  std::optional<facts::FindingRecord> finding;  // why the cell had to be stopped, if known
  std::optional<facts::FindingRecord> desync;   // found in any cell, whatever else happened to it
  // Ranks that ended without an error while others needed them; nullopt if there are none.
  std::optional<diagnosis::EarlyExit> early_exit;
  // Further observations: the order of calls, although it caused no failure, differences in what
  // compiled code prints, differences in what ranks compiled; "" = none. Changes no verdict.
  std::string note;

  // How the cell ended, as seen by the agent or the controller. At most one of the three is set.
  bool timed_out = false;       // stopped at its deadline …
  double deadline_seconds = 0;  // … after this many seconds without progress
  bool interrupted = false;     // the user stopped the run
  std::string lost;             // how the harness lost it: "the agent on node7 is gone"; "" if not
};

// Returns whether it is a deadlock that is likely but not proved: `finding->doubt` contains the
// reason.
bool is_likely(const CellRecord& record);
// Returns the verdict for readers: "stall", "likely deadlock".
std::string verdict_text(const CellRecord& record);

// Returns a record of `planned` before anything has run: cell, case, axes and role.
CellRecord make_record(const matrix::PlannedCell& planned);
// Returns the cell's value of an axis; "" if the cell has no such axis.
std::string word_of(const CellRecord& record, std::string_view axis);
// Returns the finished record of a cell that a constraint forbids.
CellRecord make_record(const matrix::InfeasibleCell& infeasible);

// Thrown if a line is not a record: garbage, another version, a field that is missing or mistyped.
// what() contains the reason.
class RecordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The number in each line's field "version". Raised when the meaning of a line changes.
// 2: steps count from 0.
inline constexpr int kRecordVersion = 2;

// Besides the record itself, the object contains values of the whole cell for readers who use jq:
// losses and grad_norms (of the first rank); of a deadlock, `proved` and `doubt`; and the largest
// value of any rank for phases (in seconds), compile and peak_memory_mib. record_from_json()
// ignores these. Numbers keep all digits; those that JSON cannot represent are the strings "nan",
// "inf" and "-inf". Ordered, because the order of the axes is part of a cell.
using Json = nlohmann::ordered_json;
Json to_json(const CellRecord& record);
CellRecord record_from_json(const Json& json);
// Returns the JSON Schema of these objects. A later build may write further fields.
Json record_schema();

// Returns one line without a newline. Bytes that are not UTF-8 become U+FFFD.
std::string to_line(const CellRecord& record);
CellRecord record_from_line(std::string_view line);

// Returns the largest value that any rank reported for a number, such as
// &RankReport::peak_memory_mib; 0 without ranks.
double largest_of(const CellRecord& record, double RankReport::*number);

// Returns the seconds per phase, each of the rank that took longest.
std::map<std::string, double> slowest_phases(const CellRecord& record);

// The losses and gradient norms of a cell, which relations compare. numbers() returns nullopt
// unless every rank finished and all agree on finite numbers.
struct Numbers {
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::vector<golden::WholeState> states;
};
std::optional<Numbers> numbers(const CellRecord& record);

// Appends the sentence to the record's note.
void add_note(CellRecord& record, const std::string& sentence);

}  // namespace gridlock::verdict
