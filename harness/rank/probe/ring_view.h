// A ring as Python sees it: for tests of the probe, and for people who look into one by hand.
#pragma once

#include <pybind11/pybind11.h>

namespace gridlock::probe {

// Adds create_ring() -> descriptor; read_ring(descriptor) -> dict of groups, open calls, lanes
// (thread, blocked, log), keys, threads, sites, lost and dropped; hash_of_key(key); and
// operations()
// -> the table of harness/trace/operation.h, a dict for each row.
void add_ring_view(pybind11::module_& module);

}  // namespace gridlock::probe
