// Describes the JSON fields of the messages of an exec.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/fields/description.h"
#include "harness/fields/words.h"
#include "harness/protocol/exec_messages.h"
#include "harness/protocol/message_fields.h"

namespace gridlock::facts {

// An Exception that a process sends as an ExecRequest.
constexpr auto fields_of(fields::Type<Exception>) {
  return fields::List{fields::required("raised", &Exception::error),
                      fields::optional("frames", &Exception::frames)};
}

}  // namespace gridlock::facts

namespace gridlock::protocol {

using fields::List;
using fields::OpenList;
using fields::optional;
using fields::required;
using fields::Type;
using fields::usual;

fields::Words<DumpFormat> words(DumpFormat);
fields::Words<HostQuestion::Ask> words(HostQuestion::Ask);

constexpr auto fields_of(Type<Registration>) {
  return List{
      required("job", &Registration::job),
      required("rank", &Registration::rank),
      required("world_size", &Registration::world_size),
      usual("preloaded", &Registration::preloaded),
  };
}

constexpr auto fields_of(Type<JobSecret>) {
  return List{required("secret", &JobSecret::secret)};
}

constexpr auto fields_of(Type<DumpQuestion>) {
  return List{required("dump", &DumpQuestion::format)};
}

constexpr auto fields_of(Type<ForkWords>) {
  return List{
      optional("channel", &ForkWords::channel), optional("environment", &ForkWords::environment),
      required("ranks", &ForkWords::ranks),     optional("store", &ForkWords::store),
      optional("outputs", &ForkWords::outputs),
  };
}

constexpr auto fields_of(Type<ForkedRanks>) {
  return OpenList{usual("store", &ForkedRanks::store), required("ranks", &ForkedRanks::ranks)};
}

constexpr auto fields_of(Type<WarmInterpreter>) {
  return List{
      required("pid", &WarmInterpreter::pid),
      required("channel", &WarmInterpreter::channel),
      required("torch", &WarmInterpreter::torch),
      required("probe", &WarmInterpreter::probe),
      required("search_pace", &WarmInterpreter::search_intervals),
  };
}

constexpr auto fields_of(Type<StartExec>) {
  return List{
      required("exec", &StartExec::exec),
      required("arguments", &StartExec::arguments),
      required("folder", &StartExec::folder),
      required("environment", &StartExec::environment),
      required("variables", &StartExec::variables),
      required("search_pace", &StartExec::search_intervals),
  };
}

constexpr auto fields_of(Type<ServerReady>) {
  return List{required("ready", &ServerReady::pid)};
}

constexpr auto fields_of(Type<ExecStarted>) {
  return List{required("started", &ExecStarted::pid)};
}

constexpr auto fields_of(Type<ExecEnded>) {
  return List{required("ended", &ExecEnded::pid), required("status", &ExecEnded::status)};
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

struct OutcomeForm {
  using Written = nlohmann::json;
  static Written write(const facts::Outcome& outcome) { return facts::to_json(outcome); }
  static facts::Outcome read(const Written& written) { return facts::outcome_from_json(written); }
};

constexpr auto fields_of(Type<HostEnd>) {
  return List{
      required("end", &HostEnd::exit_code),
      required<OutcomeForm>("outcome", &HostEnd::outcome),
  };
}

}  // namespace gridlock::protocol
