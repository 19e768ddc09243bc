// The modules of a model whose parameters FSDP shards together, by the address of torch's objects
// for them (FSDP2: FSDPParamGroup; FSDP1: the handle and the instance). A frame of one of their
// methods is identified by the address of its first argument, without reading the object.
#pragma once

#include <cstdint>
#include <string>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Maps the object at this address to the module with this name, until the address is mapped again.
// Any thread may call this.
void name_module(std::uintptr_t address, const std::string& name);

// Returns the module's number in records; 0 if the address is unknown.
std::uint16_t module_at(std::uintptr_t address);

// Adds all known modules to a ring that has none yet.
void add_modules(trace::RingWriter& ring);

}  // namespace gridlock::probe
