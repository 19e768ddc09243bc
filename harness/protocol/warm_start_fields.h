// Describes the JSON fields of the messages of a warm start.
#pragma once

#include "harness/fields/description.h"
#include "harness/protocol/warm_start.h"

namespace gridlock::protocol {

using fields::List;
using fields::required;
using fields::Type;

constexpr auto fields_of(Type<Execution>) {
  return List{required("arguments", &Execution::arguments),
              required("environment", &Execution::environment)};
}

constexpr auto fields_of(Type<WarmRun>) {
  return List{required("run", &WarmRun::run), required("folder", &WarmRun::folder),
              required("parent", &WarmRun::parent)};
}

constexpr auto fields_of(Type<WarmRunStarted>) {
  return List{required("pid", &WarmRunStarted::pid)};
}

constexpr auto fields_of(Type<WarmChild>) {
  return List{required("pid", &WarmChild::pid), required("channel", &WarmChild::channel)};
}

}  // namespace gridlock::protocol
