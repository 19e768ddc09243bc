// The text of semantics/tables.json, compiled in.
#pragma once

namespace gridlock::facts {

extern const char* const kSemanticsTables;

}  // namespace gridlock::facts
