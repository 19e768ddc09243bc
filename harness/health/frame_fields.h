// Describes the JSON fields of frames.
#pragma once

#include "harness/health/frames.h"
#include "harness/protocol/compiled_frame_fields.h"

namespace gridlock::health {

constexpr auto fields_of(fields::Type<SeenCache>) {
  return fields::OpenList{
      fields::required("use", &SeenCache::use, "what one cache of the compiler had"),
      fields::required("ranks", &SeenCache::ranks,
                       "the ranks on which the cache behaved like this"),
  };
}

constexpr auto fields_of(fields::Type<Frame>) {
  return fields::OpenList{
      fields::required("ranks", &Frame::ranks, "the ranks that compiled the frame in the same way"),
      fields::usual("seconds", &Frame::seconds,
                    "compile time of each of these ranks, in the same order"),
      fields::optional("caches", &Frame::caches, "what the compiler's caches had"),
      fields::required("compiled", &Frame::compiled,
                       "the frame with its backward; the seconds are those of the slowest rank"),
  };
}

}  // namespace gridlock::health
