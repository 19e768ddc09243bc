// The modules of a model whose parameters FSDP shards together, by the address of torch's objects
// for them (FSDPParamGroup; of FSDP1 the handle and the instance): a frame of one of its methods is
// known by its first argument, and nothing need be read from it.
#pragma once

#include <cstdint>
#include <string>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// The object at this address is that of the module with this name, until the address is given
// again. Any thread may call.
void name_module(std::uintptr_t address, const std::string& name);

// As records name it; 0 where none is known.
std::uint16_t module_at(std::uintptr_t address);

// A ring that has none yet gets all that are known.
void add_modules(trace::RingWriter& ring);

}  // namespace gridlock::probe
