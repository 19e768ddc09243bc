// The record of a finished cell, which is one line of results.jsonl. It is plain data; judge.h
// decides its verdict.
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

// The reports of one rank up to its end.
struct RankReport {
  int rank = 0;
  std::string phase;  // last phase entered: start, group, build, compile, step 0, …, done
  std::vector<double> losses;           // global mean loss after each step
  std::vector<double> grad_norms;       // global gradient norm of each step
  std::vector<double> step_seconds;     // time of each step without compile time
  std::vector<double> compile_seconds;  // compile time in each step
  std::vector<golden::State> states;    // tensor digests after each step
  // Lines that the case's code printed and logged in each step. Empty if there were none.
  std::vector<std::vector<std::string>> printed;
  // Losses and gradient norms of further training runs with random rounding. Only rank 0 of a
  // reference reports them.
  std::vector<protocol::RoundedReport> rounded;
  std::map<std::string, double> seconds;  // per phase: start, group, build, compile, steps
  std::optional<protocol::CompileCounters> compile;  // set if training ended
  double compile_cpu_seconds = 0;  // compile CPU time; hardly affected by other load
  double peak_memory_mib = 0;
  double compile_peak_memory_mib = 0;  // while the compiler ran; 0 = never ran
  double step_peak_memory_mib = 0;     // while the compiler did not run
  // Properties of the environment that may affect the numerical results (golden/recorded.h). Rank 0
  // reports them when its training run ends.
  std::map<std::string, std::string> environment;
  std::string error;             // "ValueError: …", the last line of the traceback; "" if none
  std::string traceback;         // the whole Python traceback
  std::optional<int> exit_code;  // exit code of the process, after its end
  int signal = 0;                // the signal that killed the process; 0 = none
  bool stopped = false;          // gridlock stopped the rank, because the cell was over
  bool finished = false;         // the rank trained to its end
};

// The comparison of one series of a cell with the same series of a partner. The fields describe the
// step whose difference was the largest fraction of the bound.
struct Comparison {
  std::string relation;
  std::string partner;  // partner's id; the cell's own id means an earlier repetition
  std::string series;   // loss | grad norm
  int step = 0;         // counts from 0
  double difference = 0;
  double allowed = 0;  // 0: must be bitwise equal
  // Standard deviation over the training runs of a reference with random rounding. The bound is a
  // multiple of this deviation. 0 means that the bound comes from the matrix or the precision.
  double deviation = 0;
  int trainings = 0;
  std::string measured_on = {};  // the reference's id
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
  bool unexpected = false;    // makes the run fail; set by apply_expectations()
  std::vector<int> ranks;     // ranks at fault
  std::string sentence;       // one line in plain words
  std::string signature;      // the same in every run of one failure
  double seconds = 0;         // wall clock of the whole cell
  int steps = 0;              // steps that each rank was asked to train; 0 = unknown
  std::vector<Comparison> comparisons;  // for each relation, violated or not
  std::optional<Costs> costs;           // set for a compiled cell that was also trained uncompiled
  // Whether the cell passed although no relation compared its numerical results with those of
  // another cell, in either direction.
  bool unjudged = false;
  // Whether layer outputs were requested but could not be observed. If so, they are not compared.
  bool activations_unseen = false;
  std::vector<health::Frame> frames;  // compiled by torch.compile
  std::vector<RankReport> reports;    // one per rank, in order of rank
  std::string evidence;  // folder with stacks and logs, relative to the run folder; "" if none
  std::string rerun;     // the command that runs this cell alone

  std::optional<facts::FindingRecord> finding;  // why gridlock stopped the cell, if known
  std::optional<facts::FindingRecord> desync;   // calls that did not match, whatever the verdict
  // Ranks that ended without an error while others still needed them. nullopt if there are none.
  std::optional<diagnosis::EarlyExit> early_exit;
  // Further observations, which do not change the verdict: a call that a rank may have skipped,
  // differences in what compiled code prints, or differences between the code that ranks compiled.
  // "" if there are none.
  std::string note;

  // How the cell ended, as the agent or the controller saw it. At most one of `timed_out`,
  // `interrupted` and `lost` is set.
  bool timed_out = false;       // stopped at its deadline
  double deadline_seconds = 0;  // allowed time without progress
  bool interrupted = false;     // the user stopped the run
  std::string lost;             // why the cell has no result: "the agent on node7 is gone"; or ""
};

// Returns whether the verdict is a deadlock that is likely but not proved. `finding->doubt` says
// why it is not proved.
bool is_likely(const CellRecord& record);
// Returns the verdict for people, such as "stall" or "likely deadlock".
std::string verdict_text(const CellRecord& record);

// Returns a record with the cell, case, axes and role of `planned`, which has not run yet.
CellRecord make_record(const matrix::PlannedCell& planned);
// Returns the cell's value of `axis`, or "" if it has no such axis.
std::string word_of(const CellRecord& record, std::string_view axis);
// Returns the finished record of a cell that a constraint forbids.
CellRecord make_record(const matrix::InfeasibleCell& infeasible);

// Thrown if a line is not a record, because it is not JSON, has another version, or has a field
// that is missing or of another type. what() contains the reason.
class RecordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Value of the field "version" of each line of results.jsonl. It increases when the meaning of a
// line changes. Since version 2, steps count from 0.
inline constexpr int kRecordVersion = 2;

// Returns a record as JSON. For users of jq, the object also has values of the whole cell: losses
// and grad_norms (of the first rank), `proved` and `doubt` (only for a deadlock), and the largest
// value of any rank for phases (in seconds), compile and peak_memory_mib. record_from_json()
// ignores them. Numbers keep all digits. Numbers that JSON lacks are written as "nan", "inf" and
// "-inf". The JSON is ordered, because the order of the axes is part of a cell.
using Json = nlohmann::ordered_json;
Json to_json(const CellRecord& record);
CellRecord record_from_json(const Json& json);
// Returns the JSON Schema of records. Later versions of gridlock may write further fields.
Json record_schema();

// Returns the record as one line, without a newline. Bytes that are not UTF-8 become U+FFFD.
std::string to_line(const CellRecord& record);
CellRecord record_from_line(std::string_view line);

// Returns the largest value of the member `number`, such as &RankReport::peak_memory_mib, over all
// ranks. Returns 0 without ranks.
double largest_of(const CellRecord& record, double RankReport::*number);

// Returns the seconds of each phase on the rank that took longest for this phase.
std::map<std::string, double> slowest_phases(const CellRecord& record);

// The losses and gradient norms of a cell, which relations compare. numbers() returns nullopt
// unless all ranks finished and report the same finite values.
struct Numbers {
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::vector<golden::WholeState> states;
};
std::optional<Numbers> numbers(const CellRecord& record);

// Appends the sentence to the record's note.
void add_note(CellRecord& record, const std::string& sentence);

}  // namespace gridlock::verdict
