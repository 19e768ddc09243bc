// The modules of a model whose parameters FSDP shards together. The addresses of torch's objects
// identify a module: FSDP2's FSDPParamGroup, or FSDP1's handle and FSDP instance. In a frame of a
// method of such an object, the first argument has this address. The object itself is not read.
#pragma once

#include <cstdint>
#include <string>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Maps the object at this address to the module with this name. A later call for the same address
// replaces it. Any thread may call this function.
void name_module(std::uintptr_t address, const std::string& name);

// Returns the index of the module in records, or 0 if the address is unknown.
std::uint16_t module_at(std::uintptr_t address);

// Adds all known modules to a ring that has none yet.
void add_modules(trace::RingWriter& ring);

}  // namespace gridlock::probe
