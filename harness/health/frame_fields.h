// Describes the JSON fields of frames.
#pragma once

#include "harness/health/frames.h"
#include "harness/protocol/compiled_frame_fields.h"

namespace gridlock::health {

constexpr auto fields_of(fields::Type<SeenCache>) {
  return fields::OpenList{
      fields::required("use", &SeenCache::use, "of one cache"),
      fields::required("ranks", &SeenCache::ranks, "the ranks that had it so"),
  };
}

constexpr auto fields_of(fields::Type<Frame>) {
  return fields::OpenList{
      fields::required("ranks", &Frame::ranks, "the ranks that compiled it alike"),
      fields::usual("seconds", &Frame::seconds, "of each of them"),
      fields::optional("caches", &Frame::caches, "what a cache of the compiler had"),
      fields::required("compiled", &Frame::compiled,
                       "with its backward; seconds are those of the slowest rank"),
  };
}

}  // namespace gridlock::health
