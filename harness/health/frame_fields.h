// Describes the JSON fields of frames.
#pragma once

#include "harness/health/frames.h"
#include "harness/protocol/compiled_frame_fields.h"

namespace gridlock::health {

constexpr auto fields_of(fields::Type<SeenCache>) {
  return fields::OpenList{
      fields::required("use", &SeenCache::use,
                       "a cache of the compiler, and whether it had the result"),
      fields::required("ranks", &SeenCache::ranks, "the ranks on which the cache had this outcome"),
  };
}

constexpr auto fields_of(fields::Type<Frame>) {
  return fields::OpenList{
      fields::required("ranks", &Frame::ranks, "the ranks that compiled the frame in the same way"),
      fields::usual("seconds", &Frame::seconds,
                    "compile time of each rank, in the order of `ranks`"),
      fields::optional("caches", &Frame::caches, "uses of the compiler's caches for the frame"),
      fields::required("compiled", &Frame::compiled,
                       "the frame with its backward; the seconds are those of the slowest rank"),
  };
}

}  // namespace gridlock::health
