// Restores class names as their author wrote them.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

// FSDP2 gives a wrapped module a new class with "FSDP" before the name: "FSDPBlock" becomes
// "Block". Used to compare failures of wrapped and unwrapped modules. Torch's own classes
// ("FSDPParamGroup") keep their names.
std::string without_wrappers(std::string_view text);

}  // namespace gridlock::text
