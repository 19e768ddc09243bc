// The modules of a model whose parameters FSDP shards together. Each module is identified by the
// addresses of torch's objects for it: FSDP2's FSDPParamGroup, or FSDP1's handle and FSDP instance.
// A frame of a method of such an object is identified by the address of the method's first
// argument; the object itself is not read.
#pragma once

#include <cstdint>
#include <string>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Maps the object at this address to the module with this name, until another call maps the address
// to another module. Any thread may call this function.
void name_module(std::uintptr_t address, const std::string& name);

// Returns the module's index in records, or 0 if the address is unknown.
std::uint16_t module_at(std::uintptr_t address);

// Adds all known modules to a ring that does not contain any module yet.
void add_modules(trace::RingWriter& ring);

}  // namespace gridlock::probe
