// Frames as JSON: what each field is called.
#pragma once

#include "harness/health/frames.h"
#include "harness/protocol/compiled_frame_fields.h"

namespace gridlock::health {

constexpr auto fields_of(fields::Type<Frame>) {
  return fields::OpenList{
      fields::required("ranks", &Frame::ranks, "that compiled it alike"),
      fields::usual("fastest_seconds", &Frame::fastest_seconds, "of the rank that took least"),
      fields::usual("slowest_seconds", &Frame::slowest_seconds, "of the one that took longest"),
      fields::required("compiled", &Frame::compiled,
                       "with its backward; seconds are those of the slowest rank"),
  };
}

}  // namespace gridlock::health
