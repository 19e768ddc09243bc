// What a rank reports, put into the record of its cell.
#pragma once

#include "harness/protocol/rank_messages.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// A message that cannot be read becomes the rank's error.
void take_message(verdict::RankReport& report, const protocol::RankReport& message);

}  // namespace gridlock::controller
