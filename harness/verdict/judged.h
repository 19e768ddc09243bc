// Test helpers that judge a record and provide the errors of ranks whose peers have exited.
#pragma once

#include "harness/verdict/judge.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::verdict::testing {

inline CellRecord judged(CellRecord record) {
  judge(record, planned(record));
  return record;
}

// Errors that torch 2.11 raises on the other two ranks after rank 1 of three has died.
inline constexpr const char* kClosed =
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by "
    "peer [127.0.0.1]:5280";
inline constexpr const char* kReset =
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:538] Read error "
    "[127.0.0.1]:28595: Connection reset by peer";
inline constexpr const char* kStoreGone =
    "torch.distributed.DistNetworkError: Failed to recv, got 0 bytes. Connection was likely "
    "closed. Did the remote server shutdown or crash?";

}  // namespace gridlock::verdict::testing
