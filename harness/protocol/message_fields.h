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

// ---- ranks

constexpr auto fields_of(fields::Type<RankSpec>) {
  return fields::List{
      fields::required("cell", &RankSpec::cell),
      fields::required("case", &RankSpec::case_name),
      fields::required("case_dir", &RankSpec::case_dir),
      fields::required("axes", &RankSpec::axes),
      fields::required("steps", &RankSpec::steps),
      fields::required("seed", &RankSpec::seed),
      fields::usual("repetition", &RankSpec::repetition),
      fields::optional("probe", &RankSpec::probe),
      fields::optional("stress", &RankSpec::stress),
      fields::usual("rank", &RankSpec::rank),
      fields::usual("world_size", &RankSpec::world_size),
      fields::usual("local_rank", &RankSpec::local_rank),
      fields::optional("local_world_size", &RankSpec::local_world_size),
      fields::optional("tier", &RankSpec::tier),
      fields::usual("device", &RankSpec::device),
      fields::usual("device_index", &RankSpec::device_index),
      fields::optional("master_addr", &RankSpec::master_addr),
      fields::optional("master_port", &RankSpec::master_port),
      fields::optional("store", &RankSpec::store),
  };
}

constexpr auto fields_of(fields::Type<CompileCounters>) {
  return fields::OpenList{
      fields::required("graphs", &CompileCounters::graphs),
      fields::usual("breaks", &CompileCounters::breaks),
      fields::usual("recompiles", &CompileCounters::recompiles),
      fields::usual("cache_hits", &CompileCounters::cache_hits),
      fields::usual("cache_misses", &CompileCounters::cache_misses),
  };
}

// Ranks report more than what is read here.
constexpr auto fields_of(fields::Type<StepReport>) {
  return fields::OpenList{
      fields::required("loss", &StepReport::loss),
      fields::required("grad_norm", &StepReport::grad_norm),
  };
}

constexpr auto fields_of(fields::Type<DoneReport>) {
  return fields::OpenList{
      fields::required("seconds", &DoneReport::seconds),
      fields::required("compile", &DoneReport::compile),
      fields::required("peak_memory_mib", &DoneReport::peak_memory_mib),
  };
}

constexpr auto fields_of(fields::Type<ErrorReport>) {
  return fields::OpenList{
      fields::required("error", &ErrorReport::error),
      fields::required("traceback", &ErrorReport::traceback),
  };
}

constexpr auto fields_of(fields::Type<UnreadableReport>) {
  return fields::List{
      fields::required("why", &UnreadableReport::why),
  };
}

// ---- commands

constexpr auto fields_of(fields::Type<Run>) {
  return fields::List{
      fields::required("job", &Run::job),
      fields::required("spec", &Run::spec),
      fields::required("world_size", &Run::world_size),
      fields::required("tier", &Run::tier),
      fields::required("devices", &Run::devices),
      fields::required("evidence", &Run::evidence),
      fields::required("team", &Run::team),
  };
}

constexpr auto fields_of(fields::Type<Stop>) {
  return fields::List{
      fields::required("job", &Stop::job),
      fields::required("stacks", &Stop::stacks),
  };
}

constexpr auto fields_of(fields::Type<Retire>) {
  return fields::List{
      fields::required("job", &Retire::job),
  };
}

constexpr auto fields_of(fields::Type<Look>) {
  return fields::List{
      fields::required("job", &Look::job),
      fields::required("round", &Look::round),
  };
}

constexpr auto fields_of(fields::Type<Quit>) {
  return fields::List{};
}

// ---- events

constexpr auto fields_of(fields::Type<Hello>) {
  return fields::List{
      fields::required("host", &Hello::host),
      fields::required("pid", &Hello::pid),
  };
}

constexpr auto fields_of(fields::Type<Progress>) {
  return fields::List{
      fields::required("job", &Progress::job),
      fields::required("ranks", &Progress::ranks),
      fields::required("phases", &Progress::phases),
  };
}

struct ReportForm {
  using Written = nlohmann::json;
  static Written write(const RankReport& report) { return to_json(report); }
  static RankReport read(const Written& json) { return rank_report_from_json(json); }
};

constexpr auto fields_of(fields::Type<Report>) {
  return fields::List{
      fields::required("job", &Report::job),
      fields::required("rank", &Report::rank),
      fields::required<ReportForm>("body", &Report::body),
  };
}

constexpr auto fields_of(fields::Type<Exited>) {
  return fields::List{
      fields::required("job", &Exited::job),
      fields::required("rank", &Exited::rank),
      fields::required("exit_code", &Exited::exit_code),
      fields::required("signal", &Exited::signal),
  };
}

constexpr auto fields_of(fields::Type<Quiet>) {
  return fields::List{
      fields::required("job", &Quiet::job),
  };
}

// Rank by rank: one that cannot be read leaves the others as they are.
struct RankFactsForm {
  using Written = std::vector<nlohmann::json>;
  static Written write(const std::vector<facts::RankFacts>& ranks);
  static std::vector<facts::RankFacts> read(const Written& ranks);
};

constexpr auto fields_of(fields::Type<Facts>) {
  return fields::List{
      fields::required("job", &Facts::job),
      fields::required("round", &Facts::round),
      fields::required<RankFactsForm>("ranks", &Facts::ranks),
      fields::required("last_event_ns", &Facts::last_event_ns),
      fields::required("now_ns", &Facts::now_ns),
  };
}

constexpr auto fields_of(fields::Type<Ended>) {
  return fields::List{
      fields::required("job", &Ended::job),
      fields::required("evidence", &Ended::evidence),
  };
}

constexpr auto fields_of(fields::Type<Unfit>) {
  return fields::List{
      fields::required("why", &Unfit::why),
  };
}

// ---- keepers

constexpr auto fields_of(fields::Type<RankOrder>) {
  return fields::List{
      fields::required("rank", &RankOrder::rank),
      fields::required("environment", &RankOrder::environment),
  };
}

constexpr auto fields_of(fields::Type<KeeperReady>) {
  return fields::List{
      fields::required("keeper", &KeeperReady::pid),
  };
}

constexpr auto fields_of(fields::Type<RankStarted>) {
  return fields::List{
      fields::required("pid", &RankStarted::pid),
      fields::required("rank", &RankStarted::rank),
  };
}

constexpr auto fields_of(fields::Type<RankEnded>) {
  return fields::List{
      fields::required("exit_code", &RankEnded::exit_code),
      fields::required("signal", &RankEnded::signal),
      fields::required("rank", &RankEnded::rank),
  };
}

// ---- exec

fields::Words<DumpFormat> words(DumpFormat);
fields::Words<HostQuestion::Ask> words(HostQuestion::Ask);

constexpr auto fields_of(fields::Type<Registration>) {
  return fields::List{
      fields::required("job", &Registration::job),
      fields::required("rank", &Registration::rank),
      fields::required("world_size", &Registration::world_size),
  };
}

constexpr auto fields_of(fields::Type<DumpQuestion>) {
  return fields::List{
      fields::required("dump", &DumpQuestion::format),
  };
}

constexpr auto fields_of(fields::Type<RaiseNotice>) {
  return fields::List{
      fields::required("raised", &RaiseNotice::error),
  };
}

constexpr auto fields_of(fields::Type<ForkWords>) {
  return fields::List{
      fields::required("channel", &ForkWords::channel),
      fields::required("ranks", &ForkWords::ranks),
      fields::optional("store", &ForkWords::store),
      fields::optional("outputs", &ForkWords::outputs),
  };
}

constexpr auto fields_of(fields::Type<ForkedRanks>) {
  return fields::OpenList{
      fields::usual("store", &ForkedRanks::store),
      fields::required("ranks", &ForkedRanks::ranks),
  };
}

constexpr auto fields_of(fields::Type<HostHello>) {
  return fields::List{
      fields::required("host", &HostHello::host),
  };
}

constexpr auto fields_of(fields::Type<HostState>) {
  return fields::List{
      fields::required("events", &HostState::events),
      fields::required("quiet", &HostState::quiet),
  };
}

constexpr auto fields_of(fields::Type<HostAnswer>) {
  return fields::List{
      fields::required("answer", &HostAnswer::number),
      fields::optional("facts", &HostAnswer::facts),
      fields::optional("stacks", &HostAnswer::stacks),
  };
}

constexpr auto fields_of(fields::Type<HostQuestion>) {
  return fields::List{
      fields::required("ask", &HostQuestion::ask),
      fields::required("job", &HostQuestion::job),
      fields::required("round", &HostQuestion::round),
      fields::required("number", &HostQuestion::number),
  };
}

constexpr auto fields_of(fields::Type<HostEnd>) {
  return fields::List{
      fields::required("end", &HostEnd::exit_code),
      fields::required("verdict", &HostEnd::verdict),
  };
}

// ---- files

constexpr auto fields_of(fields::Type<Windows>) {
  return fields::List{
      fields::required("evaluations", &Windows::evaluations),
      fields::required("some_blocked", &Windows::some_blocked),
      fields::required("all_blocked", &Windows::all_blocked),
      fields::required("deadlocks", &Windows::deadlocks),
      fields::required("desyncs", &Windows::desyncs),
      fields::required("missed", &Windows::missed),
      fields::required("collectives", &Windows::collectives),
  };
}

}  // namespace gridlock::protocol
