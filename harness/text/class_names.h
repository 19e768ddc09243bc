// Restores class names as their author wrote them.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

// Removes the prefix that FSDP2 adds: FSDP2 gives a wrapped module a new class with "FSDP" before
// the name, so "FSDPBlock" becomes "Block". Failures of wrapped and unwrapped modules can then be
// compared. Torch's own class names, such as "FSDPParamGroup", are not changed.
std::string without_wrappers(std::string_view text);

}  // namespace gridlock::text
