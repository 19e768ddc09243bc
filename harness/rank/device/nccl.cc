// The functions of NCCL that put work on a stream.
#include <atomic>

#include "harness/rank/device/exported.h"
#include "harness/rank/device/real.h"

namespace gridlock::device {
namespace {

template <typename Call>
int put(Stream stream, Call call) {
  const Hooks* active = active_hooks();
  if (active == nullptr) return call();
  return active->put(
      handle_of(stream), this_device(), [](void* real) { return (*static_cast<Call*>(real))(); },
      &call);
}

}  // namespace

int exported::ncclAllReduce(const void* from, void* to, std::size_t count, int dtype, int op,
                            Communicator comm, Stream stream) {
  return put(stream, REAL(ncclAllReduce, from, to, count, dtype, op, comm, stream));
}
int exported::ncclBroadcast(const void* from, void* to, std::size_t count, int dtype, int root,
                            Communicator comm, Stream stream) {
  return put(stream, REAL(ncclBroadcast, from, to, count, dtype, root, comm, stream));
}
int exported::ncclBcast(void* data, std::size_t count, int dtype, int root, Communicator comm,
                        Stream stream) {
  return put(stream, REAL(ncclBcast, data, count, dtype, root, comm, stream));
}
int exported::ncclReduce(const void* from, void* to, std::size_t count, int dtype, int op, int root,
                         Communicator comm, Stream stream) {
  return put(stream, REAL(ncclReduce, from, to, count, dtype, op, root, comm, stream));
}
int exported::ncclAllGather(const void* from, void* to, std::size_t count, int dtype,
                            Communicator comm, Stream stream) {
  return put(stream, REAL(ncclAllGather, from, to, count, dtype, comm, stream));
}
int exported::ncclReduceScatter(const void* from, void* to, std::size_t count, int dtype, int op,
                                Communicator comm, Stream stream) {
  return put(stream, REAL(ncclReduceScatter, from, to, count, dtype, op, comm, stream));
}
int exported::ncclSend(const void* from, std::size_t count, int dtype, int peer, Communicator comm,
                       Stream stream) {
  return put(stream, REAL(ncclSend, from, count, dtype, peer, comm, stream));
}
int exported::ncclRecv(void* to, std::size_t count, int dtype, int peer, Communicator comm,
                       Stream stream) {
  return put(stream, REAL(ncclRecv, to, count, dtype, peer, comm, stream));
}
int exported::ncclAlltoAll(const void* from, void* to, std::size_t count, int dtype,
                           Communicator comm, Stream stream) {
  return put(stream, REAL(ncclAlltoAll, from, to, count, dtype, comm, stream));
}
int exported::ncclGather(const void* from, void* to, std::size_t count, int dtype, int root,
                         Communicator comm, Stream stream) {
  return put(stream, REAL(ncclGather, from, to, count, dtype, root, comm, stream));
}
int exported::ncclScatter(const void* from, void* to, std::size_t count, int dtype, int root,
                          Communicator comm, Stream stream) {
  return put(stream, REAL(ncclScatter, from, to, count, dtype, root, comm, stream));
}
int exported::ncclPutSignal(const void* from, std::size_t count, int dtype, int peer, void* window,
                            std::size_t offset, int index, int context, unsigned flags,
                            Communicator comm, Stream stream) {
  return put(stream, REAL(ncclPutSignal, from, count, dtype, peer, window, offset, index, context,
                          flags, comm, stream));
}
int exported::ncclSignal(int peer, int index, int context, unsigned flags, Communicator comm,
                         Stream stream) {
  return put(stream, REAL(ncclSignal, peer, index, context, flags, comm, stream));
}
int exported::ncclWaitSignal(int count, void* signals, Communicator comm, Stream stream) {
  return put(stream, REAL(ncclWaitSignal, count, signals, comm, stream));
}
int exported::ncclAllReduceConfig(const void* from, void* to, std::size_t count, int dtype, int op,
                                  Communicator comm, Stream stream, const void* config) {
  return put(stream, REAL(ncclAllReduceConfig, from, to, count, dtype, op, comm, stream, config));
}
int exported::ncclBroadcastConfig(const void* from, void* to, std::size_t count, int dtype,
                                  int root, Communicator comm, Stream stream, const void* config) {
  return put(stream, REAL(ncclBroadcastConfig, from, to, count, dtype, root, comm, stream, config));
}
int exported::ncclReduceConfig(const void* from, void* to, std::size_t count, int dtype, int op,
                               int root, Communicator comm, Stream stream, const void* config) {
  return put(stream,
             REAL(ncclReduceConfig, from, to, count, dtype, op, root, comm, stream, config));
}
int exported::ncclAllGatherConfig(const void* from, void* to, std::size_t count, int dtype,
                                  Communicator comm, Stream stream, const void* config) {
  return put(stream, REAL(ncclAllGatherConfig, from, to, count, dtype, comm, stream, config));
}
int exported::ncclReduceScatterConfig(const void* from, void* to, std::size_t count, int dtype,
                                      int op, Communicator comm, Stream stream,
                                      const void* config) {
  return put(stream,
             REAL(ncclReduceScatterConfig, from, to, count, dtype, op, comm, stream, config));
}
int exported::ncclAlltoAllConfig(const void* from, void* to, std::size_t count, int dtype,
                                 Communicator comm, Stream stream, const void* config) {
  return put(stream, REAL(ncclAlltoAllConfig, from, to, count, dtype, comm, stream, config));
}
int exported::ncclGatherConfig(const void* from, void* to, std::size_t count, int dtype, int root,
                               Communicator comm, Stream stream, const void* config) {
  return put(stream, REAL(ncclGatherConfig, from, to, count, dtype, root, comm, stream, config));
}
int exported::ncclScatterConfig(const void* from, void* to, std::size_t count, int dtype, int root,
                                Communicator comm, Stream stream, const void* config) {
  return put(stream, REAL(ncclScatterConfig, from, to, count, dtype, root, comm, stream, config));
}

}  // namespace gridlock::device
