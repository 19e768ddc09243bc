// Describes the JSON fields of a snapshot. Other fields are ignored.
#pragma once

#include "harness/fields/description.h"
#include "harness/settings/snapshot.h"

namespace gridlock::settings {

constexpr auto fields_of(fields::Type<Snapshot>) {
  return fields::OpenList{
      fields::required("facts", &Snapshot::facts),
      fields::required("environment", &Snapshot::environment),
      fields::required("config", &Snapshot::config),
      fields::required("set", &Snapshot::set),
  };
}

}  // namespace gridlock::settings
