// What a rank says in JSON (harness/rank: "step", "done", "error"), put into its report.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/verdict/record.h"

namespace gridlock::controller {

// Never throws: a message that is odd leaves the report as it was but for `error`, which then says
// so.
void take_message(verdict::RankReport& report, const nlohmann::json& message);

}  // namespace gridlock::controller
