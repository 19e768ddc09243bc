// Finds the module to which a call of FSDP belongs. The addresses of some objects of torch identify
// the module: of FSDP2's FSDPParamGroup, or of FSDP1's handle and FSDP instance. A Python frame of
// such an object's method has this address as its first argument. The object itself is not read.
#pragma once

#include <cstdint>
#include <string>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Maps the address of an object to the module with this name. Replaces an earlier name for the same
// address. Any thread may call this function.
void name_module(std::uintptr_t address, const std::string& name);

// Returns the index of the module in records, or 0 if the address is unknown.
std::uint16_t module_at(std::uintptr_t address);

// Adds all known modules to a ring that has none yet.
void add_modules(trace::RingWriter& ring);

}  // namespace gridlock::probe
