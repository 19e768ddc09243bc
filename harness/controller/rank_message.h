// Adds a rank's messages to the record of its cell.
#pragma once

#include "harness/protocol/rank_messages.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Adds the message to the report. A message that cannot be parsed becomes the rank's error.
void merge_message(verdict::RankReport& report, const protocol::RankMessage& message);

}  // namespace gridlock::controller
