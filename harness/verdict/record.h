// The record of one finished cell: one line of results.jsonl. Plain data; judge.h decides its
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
#include "harness/diagnosis/hang.h"
#include "harness/health/frames.h"
#include "harness/protocol/rank_messages.h"
#include "harness/verdict/costs.h"
#include "harness/verdict/verdict.h"
#include "matrix/cell.h"
#include "matrix/plan.h"

namespace gridlock::verdict {

// What one rank reported, as far as it got.
struct RankReport {
  int rank = 0;
  std::string phase;  // the last phase it entered: start, group, build, compile, step 0, done
  std::vector<double> losses;           // global mean loss after each step
  std::vector<double> grad_norms;       // global gradient norm of each step
  std::vector<double> step_seconds;     // of each step, without what the compiler took …
  std::vector<double> compile_seconds;  // … and that
  std::vector<golden::State> states;    // digests of what it held after each step
  // Lines that the case's code printed and logged in each step; empty if it printed nothing.
  std::vector<std::vector<std::string>> printed;
  // The same numbers of further trainings with random rounding; of rank 0 of a reference.
  std::vector<protocol::RoundedReport> rounded;
  std::map<std::string, double> seconds;  // per phase: start, group, build, compile, steps
  std::optional<protocol::CompileCounters> compile;  // present once training has ended
  double compile_cpu_seconds = 0;  // that it computed while it compiled, on however busy a machine
  double peak_memory_mib = 0;
  double compile_peak_memory_mib = 0;  // while the compiler ran; 0 = it never did
  double step_peak_memory_mib = 0;     // while it did not
  // What its numbers may depend on besides the cell (golden/recorded.h); of rank 0 that ended.
  std::map<std::string, std::string> environment;
  std::string error;             // "ValueError: …", the last line of the traceback; "" if none
  std::string traceback;         // whole Python traceback
  std::optional<int> exit_code;  // of the process, once it is gone
  int signal = 0;                // that killed it; 0 = none
  bool stopped = false;          // gridlock ended it because the cell was over: not at fault
  bool finished = false;         // reached the end of its training
};

// How one series of a cell compared with that of a partner, at the step that came closest to its
// bound.
struct Comparison {
  std::string relation;
  std::string partner;  // its id; the cell's own id: an earlier run of the same cell
  std::string series;   // loss | grad norm
  int step = 0;         // counts from 0
  double difference = 0;
  double allowed = 0;  // 0: bit for bit
  // What is allowed is a multiple of this, the standard deviation that was measured on trainings of
  // a reference with random rounding; 0: it is what the matrix says, or that of the precision.
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
  std::string verdict_class;  // finer than the verdict: "raised", "killed", "not finite", …
  bool unexpected = false;    // fails the run; set by apply_expectations()
  std::vector<int> ranks;     // at fault
  std::string sentence;       // one line in plain words
  std::string signature;      // the part that two runs of the same failure share
  double seconds = 0;         // wall clock of the whole cell
  int steps = 0;              // that each rank was asked to train; 0 = unknown
  std::vector<Comparison> comparisons;  // what relations measured, also where they hold
  std::optional<Costs> costs;  // of a cell that compiles, where it was trained uncompiled, too
  // It passed, but no relation compared its numbers with those of another cell, nor the other way
  // round.
  bool unjudged = false;
  // What comes out of its layers was asked for and could not be seen: nothing is compared of it.
  bool activations_unseen = false;
  std::vector<health::Frame> frames;  // that torch.compile compiled
  std::vector<RankReport> reports;    // one per rank, in order of rank
  std::string evidence;  // folder with stacks and logs, relative to the run folder; "" if none
  std::string rerun;     // the command that runs this cell alone

  std::optional<diagnosis::Hang> hang;    // why the cell had to be stopped, where that is known
  std::optional<diagnosis::Hang> desync;  // found in any cell, whatever else happened to it
  // Ranks that ended as if all were well while others needed them; nothing where none did.
  std::optional<diagnosis::EarlyExit> early_exit;
  // What else is worth a look: the order of calls, though nothing failed by it, what compiled code
  // prints, what ranks compiled differently; "" = nothing. Changes no verdict.
  std::string note;

  // How the cell ended, as the agent or the controller saw it. At most one of the three is set.
  bool timed_out = false;       // stopped at its deadline …
  double deadline_seconds = 0;  // … after so long without progress,
  bool interrupted = false;     // the user stopped the run
  std::string lost;  // the harness lost the cell: "the agent on node7 is gone"; "" if not
};

// A deadlock to which everything points and which is not proved: `hang->doubt` says why.
bool is_likely(const CellRecord& record);
// The verdict for readers: "stall", "likely deadlock".
std::string verdict_text(const CellRecord& record);

// A record of `planned` before anything has run: cell, case, axes and role.
CellRecord make_record(const matrix::PlannedCell& planned);
// Its value of an axis; "" where the cell has no such axis.
std::string word_of(const CellRecord& record, std::string_view axis);
// The finished record of a cell that a constraint forbids.
CellRecord make_record(const matrix::InfeasibleCell& infeasible);

// Thrown when a line is no record: garbage, another version, a field that is missing or mistyped.
// what() says which.
class RecordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The number in each line's field "version". Raised when a line no longer reads the same.
// 2: steps count from 0.
inline constexpr int kRecordVersion = 2;

// Beside the record itself the object has, for those who read results with jq, the cell as a whole:
// losses and grad_norms (of the first rank), of a deadlock `proved` and `doubt`, and the largest
// that any rank reported of phases (in seconds), compile and peak_memory_mib. record_from_json()
// ignores these. Numbers keep all digits; those that JSON cannot write are the strings "nan", "inf"
// and "-inf". Ordered, because the order of the axes is part of a cell.
using Json = nlohmann::ordered_json;
Json to_json(const CellRecord& record);
CellRecord record_from_json(const Json& json);
// The JSON Schema of these objects. A later build may write further fields.
Json record_schema();

// One line without its newline. Bytes that are not UTF-8 become U+FFFD.
std::string to_line(const CellRecord& record);
CellRecord record_from_line(std::string_view line);

// The largest that any rank reported of a number, such as &RankReport::peak_memory_mib; 0 of no
// ranks.
double largest_of(const CellRecord& record, double RankReport::*number);

// Seconds per phase; of each phase, those of the rank that took longest.
std::map<std::string, double> slowest_phases(const CellRecord& record);

// The losses and gradient norms of the cell; nothing unless every rank finished and all agree on
// finite numbers. What a relation compares.
struct Numbers {
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::vector<golden::WholeState> states;
};
std::optional<Numbers> numbers(const CellRecord& record);

// Behind what its note says already.
void add_note(CellRecord& record, const std::string& sentence);

}  // namespace gridlock::verdict
