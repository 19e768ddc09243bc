// The messages as JSON: what each field is called.
#pragma once

#include "harness/facts/facts_fields.h"
#include "harness/fields/description.h"
#include "harness/fields/words.h"
#include "harness/protocol/exec_messages.h"
#include "harness/protocol/keeper_messages.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/rank_messages.h"
#include "harness/protocol/windows.h"

namespace gridlock::protocol {

using fields::List;
using fields::OpenList;
using fields::optional;
using fields::required;
using fields::Type;
using fields::usual;

// ---- ranks

constexpr auto fields_of(Type<RankSpec>) {
  return List{
      required("cell", &RankSpec::cell),
      required("case", &RankSpec::case_name),
      required("case_dir", &RankSpec::case_dir),
      required("axes", &RankSpec::axes),
      required("steps", &RankSpec::steps),
      required("seed", &RankSpec::seed),
      usual("repetition", &RankSpec::repetition),
      optional("probe", &RankSpec::probe),
      optional("stress", &RankSpec::stress),
      usual("rank", &RankSpec::rank),
      usual("world_size", &RankSpec::world_size),
      usual("local_rank", &RankSpec::local_rank),
      optional("local_world_size", &RankSpec::local_world_size),
      optional("tier", &RankSpec::tier),
      usual("device", &RankSpec::device),
      usual("device_index", &RankSpec::device_index),
      optional("master_addr", &RankSpec::master_addr),
      optional("master_port", &RankSpec::master_port),
      optional("store", &RankSpec::store),
  };
}

constexpr auto fields_of(Type<CompileCounters>) {
  return OpenList{
      required("graphs", &CompileCounters::graphs),
      usual("breaks", &CompileCounters::breaks),
      usual("recompiles", &CompileCounters::recompiles),
      usual("cache_hits", &CompileCounters::cache_hits),
      usual("cache_misses", &CompileCounters::cache_misses),
  };
}

// Ranks report more than what is read here.
constexpr auto fields_of(Type<StepReport>) {
  return OpenList{
      required("loss", &StepReport::loss),
      required("grad_norm", &StepReport::grad_norm),
  };
}

constexpr auto fields_of(Type<DoneReport>) {
  return OpenList{
      required("seconds", &DoneReport::seconds),
      required("compile", &DoneReport::compile),
      required("peak_memory_mib", &DoneReport::peak_memory_mib),
  };
}

constexpr auto fields_of(Type<ErrorReport>) {
  return OpenList{
      required("error", &ErrorReport::error),
      required("traceback", &ErrorReport::traceback),
  };
}

constexpr auto fields_of(Type<UnreadableReport>) {
  return List{required("why", &UnreadableReport::why)};
}

// ---- commands

constexpr auto fields_of(Type<Run>) {
  return List{
      required("job", &Run::job),
      required("spec", &Run::spec),
      required("world_size", &Run::world_size),
      required("tier", &Run::tier),
      required("devices", &Run::devices),
      required("evidence", &Run::evidence),
      required("team", &Run::team),
  };
}

constexpr auto fields_of(Type<Stop>) {
  return List{required("job", &Stop::job), required("stacks", &Stop::stacks)};
}

constexpr auto fields_of(Type<Retire>) {
  return List{required("job", &Retire::job)};
}

constexpr auto fields_of(Type<Look>) {
  return List{required("job", &Look::job), required("round", &Look::round)};
}

constexpr auto fields_of(Type<Quit>) {
  return List{};
}

// ---- events

constexpr auto fields_of(Type<Hello>) {
  return List{required("host", &Hello::host), required("pid", &Hello::pid)};
}

constexpr auto fields_of(Type<Progress>) {
  return List{
      required("job", &Progress::job),
      required("ranks", &Progress::ranks),
      required("phases", &Progress::phases),
  };
}

struct ReportForm {
  using Written = nlohmann::json;
  static Written write(const RankReport& report) { return to_json(report); }
  static RankReport read(const Written& json) { return rank_report_from_json(json); }
};

constexpr auto fields_of(Type<Report>) {
  return List{
      required("job", &Report::job),
      required("rank", &Report::rank),
      required<ReportForm>("body", &Report::body),
  };
}

constexpr auto fields_of(Type<Exited>) {
  return List{
      required("job", &Exited::job),
      required("rank", &Exited::rank),
      required("exit_code", &Exited::exit_code),
      required("signal", &Exited::signal),
  };
}

constexpr auto fields_of(Type<Quiet>) {
  return List{required("job", &Quiet::job)};
}

// Rank by rank: one that cannot be read leaves the others as they are.
struct RankFactsForm {
  using Written = std::vector<nlohmann::json>;
  static Written write(const std::vector<facts::RankFacts>& ranks);
  static std::vector<facts::RankFacts> read(const Written& ranks);
};

constexpr auto fields_of(Type<Facts>) {
  return List{
      required("job", &Facts::job),
      required("round", &Facts::round),
      required<RankFactsForm>("ranks", &Facts::ranks),
      required("last_event_ns", &Facts::last_event_ns),
      required("now_ns", &Facts::now_ns),
  };
}

constexpr auto fields_of(Type<Ended>) {
  return List{required("job", &Ended::job), required("evidence", &Ended::evidence)};
}

constexpr auto fields_of(Type<Unfit>) {
  return List{required("why", &Unfit::why)};
}

// ---- keepers

constexpr auto fields_of(Type<RankOrder>) {
  return List{required("rank", &RankOrder::rank), required("environment", &RankOrder::environment)};
}

constexpr auto fields_of(Type<KeeperReady>) {
  return List{required("keeper", &KeeperReady::pid)};
}

constexpr auto fields_of(Type<RankStarted>) {
  return List{required("pid", &RankStarted::pid), required("rank", &RankStarted::rank)};
}

constexpr auto fields_of(Type<RankEnded>) {
  return List{
      required("exit_code", &RankEnded::exit_code),
      required("signal", &RankEnded::signal),
      required("rank", &RankEnded::rank),
  };
}

// ---- exec

fields::Words<DumpFormat> words(DumpFormat);
fields::Words<HostQuestion::Ask> words(HostQuestion::Ask);

constexpr auto fields_of(Type<Registration>) {
  return List{
      required("job", &Registration::job),
      required("rank", &Registration::rank),
      required("world_size", &Registration::world_size),
  };
}

constexpr auto fields_of(Type<DumpQuestion>) {
  return List{required("dump", &DumpQuestion::format)};
}

constexpr auto fields_of(Type<RaiseNotice>) {
  return List{required("raised", &RaiseNotice::error)};
}

constexpr auto fields_of(Type<ForkWords>) {
  return List{
      required("channel", &ForkWords::channel),
      required("ranks", &ForkWords::ranks),
      optional("store", &ForkWords::store),
      optional("outputs", &ForkWords::outputs),
  };
}

constexpr auto fields_of(Type<ForkedRanks>) {
  return OpenList{usual("store", &ForkedRanks::store), required("ranks", &ForkedRanks::ranks)};
}

constexpr auto fields_of(Type<HostHello>) {
  return List{required("host", &HostHello::host)};
}

constexpr auto fields_of(Type<HostState>) {
  return List{required("events", &HostState::events), required("quiet", &HostState::quiet)};
}

constexpr auto fields_of(Type<HostAnswer>) {
  return List{
      required("answer", &HostAnswer::number),
      optional("facts", &HostAnswer::facts),
      optional("stacks", &HostAnswer::stacks),
  };
}

constexpr auto fields_of(Type<HostQuestion>) {
  return List{
      required("ask", &HostQuestion::ask),
      required("job", &HostQuestion::job),
      required("round", &HostQuestion::round),
      required("number", &HostQuestion::number),
  };
}

constexpr auto fields_of(Type<HostEnd>) {
  return List{required("end", &HostEnd::exit_code), required("verdict", &HostEnd::verdict)};
}

// ---- files

constexpr auto fields_of(Type<Windows>) {
  return List{
      required("evaluations", &Windows::evaluations),
      required("some_blocked", &Windows::some_blocked),
      required("all_blocked", &Windows::all_blocked),
      required("deadlocks", &Windows::deadlocks),
      required("desyncs", &Windows::desyncs),
      required("missed", &Windows::missed),
      required("collectives", &Windows::collectives),
  };
}

}  // namespace gridlock::protocol
