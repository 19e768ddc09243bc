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
      required("rank", &RankReport::rank, "the rank, counted from 0"),
      usual("phase", &RankReport::phase,
            "the last phase that the rank entered: start, group, build, compile, step 0, …, done"),
      usual("finished", &RankReport::finished, "whether the rank trained all steps"),
      usual("losses", &RankReport::losses, "global mean loss after each step"),
      usual("grad_norms", &RankReport::grad_norms, "global gradient norm in each step"),
      optional("step_seconds", &RankReport::step_seconds,
               "seconds of each step, without the time of the compiler"),
      optional("compile_seconds", &RankReport::compile_seconds,
               "seconds that the compiler took in each step"),
      usual("states", &RankReport::states,
            "digests of the gradients, parameters and optimizer state that the rank held in each "
            "step"),
      optional("printed", &RankReport::printed,
               "lines that the case printed or logged in each step; absent if there are none"),
      optional("rounded", &RankReport::rounded,
               "only for rank 0 of a reference: losses and gradient norms of trainings with "
               "random rounding"),
      usual("seconds", &RankReport::seconds,
            "seconds by phase: start, group, build, compile, steps"),
      usual("compile", &RankReport::compile,
            "counters of torch.compile; null if the training did not end"),
      optional("compile_cpu_seconds", &RankReport::compile_cpu_seconds,
               "CPU seconds of the rank and of compilers that it started, while the rank compiled"),
      usual("peak_memory_mib", &RankReport::peak_memory_mib, "the most memory that the rank used"),
      optional("compile_peak_memory_mib", &RankReport::compile_peak_memory_mib,
               "the most memory that the rank used while it compiled"),
      optional("step_peak_memory_mib", &RankReport::step_peak_memory_mib,
               "the most memory that the rank used while it did not compile"),
      optional("environment", &RankReport::environment,
               "only for rank 0: versions, hardware and variables that may change the numbers"),
      usual("error", &RankReport::error,
            "the exception, \"ValueError: …\"; \"\" if the rank raised none"),
      usual("traceback", &RankReport::traceback, "the whole Python traceback of the exception"),
      usual("exit_code", &RankReport::exit_code,
            "exit code of the rank's process; null if it was killed or did not exit"),
      usual("signal", &RankReport::signal, "the signal that killed the rank; 0 if none did"),
      usual("stopped", &RankReport::stopped,
            "whether gridlock stopped the rank because the cell was over; such a rank is not at "
            "fault"),
  };
}

constexpr auto fields_of(Type<Comparison>) {
  return OpenList{
      required("relation", &Comparison::relation, "the name of the relation"),
      required("partner", &Comparison::partner,
               "the id of the other cell, or of this cell if the partner is an earlier repetition"),
      required("series", &Comparison::series, "the compared numbers: loss | grad norm"),
      required("step", &Comparison::step,
               "the step whose difference was closest to its bound, counted from 0"),
      required("difference", &Comparison::difference,
               "the difference between the two numbers of that step"),
      required("allowed", &Comparison::allowed,
               "the largest difference that passes; 0 if the numbers must be equal bit for bit"),
      optional(
          "deviation", &Comparison::deviation,
          "the standard deviation over trainings with random rounding; `allowed` is a multiple of "
          "it"),
      optional("trainings", &Comparison::trainings,
               "how many trainings with random rounding there were"),
      optional("measured_on", &Comparison::measured_on,
               "the id of the reference that was trained with random rounding"),
  };
}

constexpr auto fields_of(Type<Costs>) {
  return OpenList{
      required("uncompiled", &Costs::uncompiled, "the id of the same cell without compilation"),
      required("step_seconds", &Costs::step_seconds,
               "the median seconds of this cell's steady steps"),
      required("uncompiled_step_seconds", &Costs::uncompiled_step_seconds,
               "the median seconds of the uncompiled cell's steady steps"),
      required("memory_mib", &Costs::memory_mib,
               "the largest peak memory of a rank of this cell while it does not compile"),
      required("uncompiled_memory_mib", &Costs::uncompiled_memory_mib,
               "the largest peak memory of a rank of the uncompiled cell"),
  };
}

constexpr auto fields_of(Type<CellRecord>) {
  return OpenList{
      required("cell", &CellRecord::cell, "the id of the cell"),
      required("case", &CellRecord::case_name,
               "the case that the ranks train: the name of its folder"),
      required("axes", &CellRecord::axes, "the value of each axis that applies to the cell"),
      usual("role", &CellRecord::role, "why the cell is in the plan: covering | added | reference"),
      usual("tier", &CellRecord::tier, "how the ranks start: fork | warm | cold"),
      usual("repetition", &CellRecord::repetition,
            "the number of the repetition: 0 … N-1 with --repeat N"),
      required<VerdictName>("verdict", &CellRecord::verdict, "what happened to the cell"),
      usual("class", &CellRecord::verdict_class,
            "more specific than the verdict: \"raised\", \"killed\", \"not finite\", …"),
      usual("unexpected", &CellRecord::unexpected, "whether this verdict fails the run"),
      usual("ranks", &CellRecord::ranks, "the ranks at fault"),
      usual("sentence", &CellRecord::sentence, "what happened, in one line"),
      usual("signature", &CellRecord::signature,
            "a text that is the same in all runs with this failure"),
      usual("seconds", &CellRecord::seconds, "wall-clock time of the whole cell"),
      usual("steps", &CellRecord::steps, "how many steps each rank had to train; 0 if unknown"),
      usual("comparisons", &CellRecord::comparisons,
            "the comparisons with partners, passed or not"),
      optional(
          "costs", &CellRecord::costs,
          "step time and memory of this cell and of the uncompiled cell; null or absent if there "
          "is none"),
      usual("unjudged", &CellRecord::unjudged,
            "whether no relation compared the cell's numbers with those of another cell"),
      optional("activations_unseen", &CellRecord::activations_unseen,
               "whether layer outputs should have been compared but could not be observed"),
      usual("hang", &CellRecord::finding,
            "why gridlock stopped the cell; null if the cell ended by itself"),
      usual("desync", &CellRecord::desync,
            "calls that did not match, whatever the verdict is; null if there are none"),
      optional("early_exit", &CellRecord::early_exit,
               "the ranks that ended while other ranks were in a call that needs them"),
      usual("note", &CellRecord::note,
            "observations that do not change the verdict, such as a call that a rank may have "
            "skipped; \"\" if there are none"),
      usual("evidence", &CellRecord::evidence,
            "the folder with stacks and logs, relative to the run's folder; \"\" if there is none"),
      usual("rerun", &CellRecord::rerun, "the command that trains this cell alone"),
      usual("timed_out", &CellRecord::timed_out, "whether the cell was stopped at its deadline"),
      usual("deadline_seconds", &CellRecord::deadline_seconds,
            "seconds without progress after which the cell was stopped; 0 if it was not"),
      usual("interrupted", &CellRecord::interrupted,
            "whether the user stopped the run before the cell ended"),
      usual("lost", &CellRecord::lost,
            "why the cell has no result (for example, its agent died); \"\" if it has one"),
      optional("frames", &CellRecord::frames, "what torch.compile compiled on the ranks"),
      required("reports", &CellRecord::reports, "the report of each rank, in the order of ranks"),
  };
}

// Values of the whole cell. They are written for users, and not read back.
struct Summary {
  std::map<std::string, double> phases;
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::optional<protocol::CompileCounters> compile;
  double peak_memory_mib = 0;
};

constexpr auto fields_of(Type<Summary>) {
  return List{
      usual("phases", &Summary::phases, "seconds of each phase, on the rank that took longest"),
      usual("losses", &Summary::losses, "losses of the first rank"),
      usual("grad_norms", &Summary::grad_norms, "gradient norms of the first rank"),
      usual("compile", &Summary::compile,
            "counters of torch.compile; each is the largest value of any rank"),
      usual("peak_memory_mib", &Summary::peak_memory_mib, "the largest peak memory of any rank"),
  };
}

// Fields at the beginning of each line.
struct Head {
  int version = 0;
};

constexpr auto fields_of(Type<Head>) {
  return OpenList{
      required("version", &Head::version,
               "the version of this format; increases when a field changes its meaning")};
}

// Fields that only a deadlock has.
struct Proof {
  std::optional<bool> proved;
  std::optional<std::string> doubt;
};

constexpr auto fields_of(Type<Proof>) {
  return List{
      fields::optional("proved", &Proof::proved,
                       "only for a deadlock: whether it is proved, with "
                       "a certificate"),
      fields::optional("doubt", &Proof::doubt,
                       "only for a deadlock: why it is only likely; \"\" if it is proved"),
  };
}

}  // namespace gridlock::verdict
