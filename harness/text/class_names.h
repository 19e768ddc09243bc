// Restores the original names of classes that a library has wrapped.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

// Removes the prefix that FSDP2 adds. FSDP2 gives a wrapped module a new class, such as "FSDPBlock"
// for "Block". Without the prefix, failures of wrapped and unwrapped modules can be compared. The
// names of torch's own classes, such as "FSDPParamGroup", stay.
std::string without_wrappers(std::string_view text);

}  // namespace gridlock::text
