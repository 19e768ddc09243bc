// Describes the JSON fields of the messages between agents and spawners.
#pragma once

#include "harness/fields/description.h"
#include "harness/protocol/spawner_messages.h"

namespace gridlock::protocol {

using fields::List;
using fields::required;
using fields::Type;

constexpr auto fields_of(Type<SpawnRequest>) {
  return List{required("rank", &SpawnRequest::rank),
              required("environment", &SpawnRequest::environment)};
}

constexpr auto fields_of(Type<SpawnerReady>) {
  return List{required("keeper", &SpawnerReady::pid)};
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

}  // namespace gridlock::protocol
