// The JSON field names of the messages between agents and keepers.
#pragma once

#include "harness/fields/description.h"
#include "harness/protocol/keeper_messages.h"

namespace gridlock::protocol {

using fields::List;
using fields::required;
using fields::Type;

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

}  // namespace gridlock::protocol
