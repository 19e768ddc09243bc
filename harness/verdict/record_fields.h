// Describes the JSON fields of a record. A line may have further fields, because later versions of
// gridlock may add some without changing the meaning of the line.
#pragma once

#include "harness/diagnosis/early_exit_fields.h"
#include "harness/facts/finding_record_fields.h"
#include "harness/fields/description.h"
#include "harness/health/frame_fields.h"
#include "harness/protocol/rank_message_fields.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

using fields::List;
using fields::OpenList;
using fields::optional;
using fields::required;
using fields::Type;
using fields::usual;

struct VerdictName {
  using Written = std::string;
  static Written write(Verdict verdict) { return Written(name(verdict)); }
  static Verdict read(const Written& name) { return verdict_named(name); }
  static std::vector<std::string> words() { return names(); }
};

constexpr auto fields_of(Type<RankReport>) {
  return OpenList{
      required("rank", &RankReport::rank, "its number, from 0"),
      usual("phase", &RankReport::phase,
            "the last one it entered: start, group, build, compile, step 0, …, done"),
      usual("finished", &RankReport::finished, "it reached the end of its training"),
      usual("losses", &RankReport::losses, "global mean loss after each step"),
      usual("grad_norms", &RankReport::grad_norms, "global gradient norm of each step"),
      optional("step_seconds", &RankReport::step_seconds,
               "of each step, without what the compiler took"),
      optional("compile_seconds", &RankReport::compile_seconds, "what it took in each step"),
      usual("states", &RankReport::states,
            "digests of the parts of gradients, parameters and optimizer state that it held"),
      optional("printed", &RankReport::printed,
               "lines that the case printed and logged in each step, where it printed any"),
      optional("rounded", &RankReport::rounded,
               "of rank 0 of a reference: the numbers of further trainings with random rounding"),
      usual("seconds", &RankReport::seconds, "by phase: start, group, build, compile, steps"),
      usual("compile", &RankReport::compile, "of torch.compile; null before training has ended"),
      optional("compile_cpu_seconds", &RankReport::compile_cpu_seconds,
               "what it and the compilers that it started computed while it compiled"),
      usual("peak_memory_mib", &RankReport::peak_memory_mib, "the most that it used"),
      optional("compile_peak_memory_mib", &RankReport::compile_peak_memory_mib,
               "while the compiler ran"),
      optional("step_peak_memory_mib", &RankReport::step_peak_memory_mib, "while it did not"),
      optional("environment", &RankReport::environment,
               "of rank 0: what numbers may depend on besides the cell, such as torch's version"),
      usual("error", &RankReport::error, "\"ValueError: …\"; \"\" if it raised nothing"),
      usual("traceback", &RankReport::traceback, "the whole Python traceback"),
      usual("exit_code", &RankReport::exit_code, "of its process; null if it was killed or lived"),
      usual("signal", &RankReport::signal, "the one that killed it; 0 if none"),
      usual("stopped", &RankReport::stopped,
            "gridlock ended it because the cell was over: it is not at fault"),
  };
}

constexpr auto fields_of(Type<Comparison>) {
  return OpenList{
      required("relation", &Comparison::relation, "the name of the relation"),
      required("partner", &Comparison::partner,
               "the id of the other cell; its own id: an earlier training of the same cell"),
      required("series", &Comparison::series, "loss | grad norm"),
      required("step", &Comparison::step, "the one closest to its bound; counts from 0"),
      required("difference", &Comparison::difference, "between the two numbers of that step"),
      required("allowed", &Comparison::allowed, "0: bit for bit"),
      optional(
          "deviation", &Comparison::deviation,
          "the standard deviation, measured on trainings with random rounding, of which what is "
          "allowed is a multiple"),
      optional("trainings", &Comparison::trainings, "how many these were"),
      optional("measured_on", &Comparison::measured_on, "the id of the reference that was trained"),
  };
}

constexpr auto fields_of(Type<Costs>) {
  return OpenList{
      required("uncompiled", &Costs::uncompiled,
               "the id of the cell that differs only in not being compiled"),
      required("step_seconds", &Costs::step_seconds, "the median of its steady steps"),
      required("uncompiled_step_seconds", &Costs::uncompiled_step_seconds, "the same of that cell"),
      required("memory_mib", &Costs::memory_mib, "the peak of a rank while it does not compile"),
      required("uncompiled_memory_mib", &Costs::uncompiled_memory_mib, "the same of that cell"),
  };
}

constexpr auto fields_of(Type<CellRecord>) {
  return OpenList{
      required("cell", &CellRecord::cell, "its id"),
      required("case", &CellRecord::case_name, "what its ranks ran: a folder of cases"),
      required("axes", &CellRecord::axes, "its value of each axis that applies to it"),
      usual("role", &CellRecord::role, "covering | added | reference"),
      usual("tier", &CellRecord::tier, "fork | warm | cold"),
      usual("repetition", &CellRecord::repetition, "0 … N-1 with --repeat N"),
      required<VerdictName>("verdict", &CellRecord::verdict, "what happened to the cell"),
      usual("class", &CellRecord::verdict_class,
            "finer than the verdict: \"raised\", \"killed\", \"not finite\", …"),
      usual("unexpected", &CellRecord::unexpected, "it fails the run"),
      usual("ranks", &CellRecord::ranks, "the ranks at fault"),
      usual("sentence", &CellRecord::sentence, "what happened, in one line"),
      usual("signature", &CellRecord::signature, "what two runs of the same failure share"),
      usual("seconds", &CellRecord::seconds, "wall clock of the whole cell"),
      usual("steps", &CellRecord::steps, "how many each rank was asked to train; 0 if unknown"),
      usual("comparisons", &CellRecord::comparisons,
            "what relations measured, also where they hold"),
      optional("costs", &CellRecord::costs,
               "of a cell that compiles, beside the same cell uncompiled"),
      usual("unjudged", &CellRecord::unjudged,
            "it passed, but no relation compared its numbers with those of another cell"),
      optional("activations_unseen", &CellRecord::activations_unseen,
               "what comes out of its layers was asked for, and could not be seen"),
      usual("hang", &CellRecord::finding,
            "why the cell had to be stopped; null if it ended by itself"),
      usual("desync", &CellRecord::desync, "calls that did not match, whatever else happened"),
      optional("early_exit", &CellRecord::early_exit,
               "a rank ended while others were in a call that needs it"),
      usual("note", &CellRecord::note,
            "what may be wrong with the order of calls, though nothing failed by it"),
      usual("evidence", &CellRecord::evidence,
            "folder with stacks and logs, relative to the run's folder; \"\" if none"),
      usual("rerun", &CellRecord::rerun, "the command that trains this cell alone"),
      usual("timed_out", &CellRecord::timed_out, "stopped at its deadline"),
      usual("deadline_seconds", &CellRecord::deadline_seconds,
            "how long it had made no progress then; 0 if it was not stopped"),
      usual("interrupted", &CellRecord::interrupted, "the user stopped the run"),
      usual("lost", &CellRecord::lost, "how gridlock lost the cell; \"\" if it did not"),
      optional("frames", &CellRecord::frames, "what torch.compile compiled, and how"),
      required("reports", &CellRecord::reports, "what each rank reported, in order of rank"),
  };
}

// Values of the whole cell, which are written for users.
struct Summary {
  std::map<std::string, double> phases;
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::optional<protocol::CompileCounters> compile;
  double peak_memory_mib = 0;
};

constexpr auto fields_of(Type<Summary>) {
  return List{
      usual("phases", &Summary::phases, "seconds of each; of the rank that took longest"),
      usual("losses", &Summary::losses, "of the first rank"),
      usual("grad_norms", &Summary::grad_norms, "of the first rank"),
      usual("compile", &Summary::compile, "the largest counters of any rank"),
      usual("peak_memory_mib", &Summary::peak_memory_mib, "of the rank that used most"),
  };
}

// Fields at the beginning of each line.
struct Head {
  int version = 0;
};

constexpr auto fields_of(Type<Head>) {
  return OpenList{
      required("version", &Head::version, "raised when a line no longer reads the same")};
}

// Fields that only a deadlock has.
struct Proof {
  std::optional<bool> proved;
  std::optional<std::string> doubt;
};

constexpr auto fields_of(Type<Proof>) {
  return List{
      fields::optional("proved", &Proof::proved, "of a deadlock: it has a certificate"),
      fields::optional("doubt", &Proof::doubt, "of a deadlock: why it is only likely"),
  };
}

}  // namespace gridlock::verdict
