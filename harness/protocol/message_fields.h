// Describes the JSON fields of the messages between controller and agents.
#pragma once

#include "harness/facts/facts_fields.h"
#include "harness/fields/description.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/rank_message_fields.h"
#include "harness/protocol/windows.h"

namespace gridlock::protocol {

using fields::List;
using fields::required;
using fields::Type;

// ---- commands

constexpr auto fields_of(Type<Run>) {
  return List{
      required("job", &Run::job),
      required("spec", &Run::spec),
      required("world_size", &Run::world_size),
      required("tier", &Run::tier),
      required("devices", &Run::devices),
      required("evidence", &Run::evidence),
      required("stream", &Run::stream),
      required("team", &Run::team),
  };
}

constexpr auto fields_of(Type<Stop>) {
  return List{required("job", &Stop::job), required("stacks", &Stop::stacks)};
}

constexpr auto fields_of(Type<Retire>) {
  return List{required("job", &Retire::job)};
}

constexpr auto fields_of(Type<FactsRequest>) {
  return List{required("job", &FactsRequest::job), required("round", &FactsRequest::round)};
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

constexpr auto fields_of(Type<Report>) {
  return List{
      required("job", &Report::job),
      required("rank", &Report::rank),
      required("body", &Report::message),
  };
}

constexpr auto fields_of(Type<Output>) {
  return List{
      required("job", &Output::job),
      required("rank", &Output::rank),
      required("lines", &Output::lines),
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

// The facts of several ranks. Each rank is read alone, so that an unreadable rank does not affect
// the other ranks.
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
  return List{required("job", &Ended::job), required("evidence", &Ended::evidence),
              optional("notes", &Ended::notes)};
}

constexpr auto fields_of(Type<SetupFailed>) {
  return List{required("why", &SetupFailed::why)};
}

constexpr auto fields_of(Type<HostNote>) {
  return List{required("text", &HostNote::text)};
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
