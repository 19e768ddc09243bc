// The texts of errors that a process gets because another one has ended.
#pragma once

#include <array>
#include <string_view>

namespace gridlock::diagnosis {

struct Fallout {
  std::string_view text;
  // The library that has the text, in the folder of torch's libraries. Empty: C's errno, or Python.
  std::string_view library;
  int torch;             // the minor version of torch 2 in which the text was first seen
  std::string_view who;  // who says so, and when
};

inline constexpr std::array kFallout = std::to_array<Fallout>({
    {"Connection closed by peer", "libtorch_cpu.so", 11, "gloo: the peer ended"},
    {"Connection reset by peer", "", 11, "gloo, the store"},
    {"Connection refused", "", 11, "the store's rank has ended"},
    {"Broken pipe", "", 11, "the store"},
    {"Application timeout caused pair closure", "libtorch_cpu.so", 11,
     "gloo: an earlier wait timed out"},
    {"operation to complete", "libtorch_cpu.so", 11,
     "gloo: \"Timed out waiting 1000ms for recv …\""},
    {"Gloo connectFullMesh failed", "libtorch_cpu.so", 11, "gloo, when a group is created"},
    {"Failed to recv, got 0 bytes", "libtorch_cpu.so", 11, "the store's client"},
    {"Failed to send, sent 0 bytes", "libtorch_cpu.so", 11, "the store's client"},
    {"clients joined", "libtorch_cpu.so", 11, "the store: \"3/4 clients joined\""},
    {"wait timeout after", "libtorch_cpu.so", 11,
     "the store: the rank that should set a key has ended"},
    {"NCCL communicator was aborted", "libtorch_cuda.so", 11,
     "both engines of NCCL, after another rank's abort"},
    {"NCCL operation timed out", "libtorch_cuda.so", 15, "nccl2: the others did not call"},
    {"remote process exited", "libnccl.so.2", 11, "NCCL, for ncclRemoteError"},
    {"KeyboardInterrupt", "", 11, "the rank was stopped from outside"},
});

}  // namespace gridlock::diagnosis
