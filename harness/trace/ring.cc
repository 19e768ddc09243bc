#include "harness/trace/ring.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>
#include <system_error>
#include <utility>

namespace gridlock::trace {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

Layout* map(int fd) {
  void* memory = mmap(nullptr, sizeof(Layout), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) fail("mapping a ring");
  return static_cast<Layout*>(memory);
}

}  // namespace

Ring Ring::create() {
  process::Fd memory(memfd_create("gridlock-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0) fail("creating a ring");
  // posix_fallocate reserves the pages, so that no later write can fail for lack of memory
  // (SIGBUS).
  if (int error = posix_fallocate(memory.get(), 0, sizeof(Layout)); error != 0) {
    errno = error;
    fail("allocating a ring");
  }
  // The size is sealed, because a rank that truncated the file would make the agent's reads fault.
  if (fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    fail("sealing a ring");
  }
  Layout* layout = map(memory.get());
  layout->size.store(sizeof(Layout));
  layout->version.store(kVersion);
  layout->magic.store(kMagic, std::memory_order_release);
  return Ring(std::move(memory), layout);
}

Ring Ring::attach(process::Fd memory) {
  struct stat info {};
  if (fstat(memory.get(), &info) != 0) fail("inspecting a ring");
  if (static_cast<std::size_t>(info.st_size) < sizeof(Layout)) {
    throw std::runtime_error("not a ring: it is too small");
  }
  Layout* layout = map(memory.get());
  Ring ring(std::move(memory), layout);
  if (layout->magic.load(std::memory_order_acquire) != kMagic) {
    throw std::runtime_error("not a ring: wrong magic number");
  }
  if (layout->version.load() != kVersion) {
    throw std::runtime_error("a ring of version " + std::to_string(layout->version.load()) +
                             ", but this gridlock reads version " + std::to_string(kVersion));
  }
  return ring;
}

Ring::Ring(Ring&& other) noexcept
    : memory_(std::move(other.memory_)), layout_(std::exchange(other.layout_, nullptr)) {}

Ring& Ring::operator=(Ring&& other) noexcept {
  if (this != &other) {
    unmap();
    memory_ = std::move(other.memory_);
    layout_ = std::exchange(other.layout_, nullptr);
  }
  return *this;
}

Ring::~Ring() {
  unmap();
}

void Ring::unmap() {
  if (layout_ != nullptr) munmap(layout_, sizeof(Layout));
}

}  // namespace gridlock::trace
