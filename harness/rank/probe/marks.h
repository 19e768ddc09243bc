// Marks of places on streams: events of CUDA. A thread of the probe makes them in advance, and they
// are used again, because to make or to destroy an event may take forever while a thread stands in
// the driver.
#pragma once

#include <memory>

#include "harness/rank/device/hooks.h"

namespace gridlock::probe {

using Mark = std::shared_ptr<void>;  // null = no mark

// Makes marks with this library from now on.
void use_marks_of(const device::Library& library);

// Marks the current end of the stream, which must be of the device of the first call. Returns null
// if there is no mark at present, or if a stream is being captured.
Mark mark_end(device::Handle stream);

// The same for any device, with an event that is made now. Returns null if the stream is being
// captured, or if CUDA makes no event.
Mark mark_end_now(device::Handle stream);

// Returns whether the stream has passed the mark. It never passes a null mark.
device::Passed has_passed(const Mark& mark);

}  // namespace gridlock::probe
