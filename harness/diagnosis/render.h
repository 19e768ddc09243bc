// Formats the whole diagnosis, as text for a terminal or a log (at most text::kPageWidth columns,
// without escape codes) and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns text that begins with the sentence and ends in a line break.
std::string render_text(const Evidence& evidence);

// Returns {"finding" (finding_record.h), "advice", "assumptions", "compile_time" (null if unknown),
// "histories": [...], "stacks": {...}}. All text is valid UTF-8.
nlohmann::json render_json(const Evidence& evidence, double latency_ms);

}  // namespace gridlock::diagnosis
