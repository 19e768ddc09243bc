#include "golden/digest_cuda.h"

#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "golden/digest.h"

namespace gridlock::golden {
namespace {

void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

// A copy in device memory.
class OnDevice {
 public:
  OnDevice(const void* data, std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, bytes + 1));  // an allocation of 0 bytes would be null
    check(cudaMemcpy(data_, data, bytes, cudaMemcpyHostToDevice));
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data_); }

  template <typename T>
  T* at(std::size_t offset = 0) const {
    return reinterpret_cast<T*>(static_cast<unsigned char*>(data_) + offset);
  }
  void read(void* to) const { check(cudaMemcpy(to, data_, bytes_, cudaMemcpyDeviceToHost)); }

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};

struct Tensor {
  std::uint32_t digest;
  unsigned element_bytes;
  Place place;
  std::size_t offset;  // offset of the part's first byte in memory
};

using Sums = std::vector<std::uint64_t>;
constexpr std::size_t kDigests = 3;

class DigestCuda : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no GPU";
    ASSERT_TRUE(runs_here());
  }

  static std::vector<std::uint64_t> noise(std::size_t bytes) {
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> memory(bytes / 8 + 1);
    for (std::uint64_t& word : memory) word = random();
    return memory;
  }

  static Sums on_cpu(const std::vector<Tensor>& tensors, const std::vector<std::uint64_t>& memory) {
    Sums sums(kDigests);
    const auto* bytes = reinterpret_cast<const unsigned char*>(memory.data());
    for (const Tensor& tensor : tensors)
      sums[tensor.digest] += digest(bytes + tensor.offset, tensor.element_bytes, tensor.place).sum;
    return sums;
  }

  static Sums on_gpu(const std::vector<Tensor>& tensors, const OnDevice& memory) {
    CudaLayout layout;
    std::vector<std::uintptr_t> addresses;
    for (const Tensor& tensor : tensors) {
      layout.add(tensor.digest, tensor.element_bytes, tensor.place);
      addresses.push_back(reinterpret_cast<std::uintptr_t>(memory.at<char>(tensor.offset)));
    }
    const OnDevice strips(layout.strips().data(), layout.strips().size() * sizeof(KernelStrip));
    Sums sums(kDigests);
    const OnDevice totals(sums.data(), kDigests * 8);
    layout.start(addresses, strips.at<KernelStrip>(), totals.at<std::uint64_t>(), nullptr);
    totals.read(sums.data());
    return sums;
  }
};

TEST_F(DigestCuda, OfWhateverLiesAnywhereIsTheCpus) {
  const auto memory = noise(1 << 20);
  const OnDevice copy(memory.data(), 1 << 20);
  for (const unsigned element : {1U, 2U, 4U, 8U}) {
    for (const std::uint64_t first : {0UL, 1UL, 3UL, 1021UL, 4095UL, 5000000003UL}) {
      for (const std::uint64_t count : {1UL, 3UL, 7UL, 16UL, 33UL, 1023UL, 40001UL}) {
        for (const std::size_t offset : {0UL, 1UL, 6UL, 15UL, 24UL}) {
          const std::vector<Tensor> one = {{1, element, {first, {count}, {1}}, offset}};
          ASSERT_EQ(on_gpu(one, copy), on_cpu(one, memory))
              << count << " elements of " << element << " at " << first << ", from byte " << offset;
        }
      }
    }
  }
}

// Covers shards with short and long rows, of up to three dimensions, and several digests at once.
TEST_F(DigestCuda, OfShardsIsTheCpus) {
  const auto memory = noise(8 << 20);
  const OnDevice copy(memory.data(), 8 << 20);
  std::mt19937_64 random(11);
  const auto below = [&](std::uint64_t end) { return random() % end; };
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Tensor> tensors;
    for (std::uint64_t left = 1 + below(5); left > 0; --left) {
      const std::uint64_t row = 1 + below(below(2) == 0 ? 40 : 3000), rows = 1 + below(40);
      const std::uint64_t row_step = row + below(100), layer_step = rows * row_step + below(50);
      tensors.push_back({static_cast<std::uint32_t>(below(kDigests)),
                         1U << below(4),
                         {below(10000), {1 + below(3), rows, row}, {layer_step, row_step, 1}},
                         below(64)});
    }
    ASSERT_EQ(on_gpu(tensors, copy), on_cpu(tensors, memory)) << "trial " << trial;
  }
}

TEST_F(DigestCuda, OfMoreTensorsThanAKernelTakesIsTheCpus) {
  const auto memory = noise(1 << 20);
  const OnDevice copy(memory.data(), 1 << 20);
  std::vector<Tensor> tensors;
  for (std::uint32_t i = 0; i < 2 * kTensorsAtOnce + 5; ++i)
    tensors.push_back({i / 7 % 3, 4, {i * 300UL, {i % 300UL}, {1}}, i * 1100UL});
  EXPECT_EQ(on_gpu(tensors, copy), on_cpu(tensors, memory));
}

TEST_F(DigestCuda, OfMoreThanTwoGibibytesIsTheCpus) {
  constexpr std::size_t kBytes = (1UL << 31) + 100000;
  std::vector<std::uint64_t> memory(kBytes / 8);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = (i + 1) * 0x9e3779b97f4a7c15;
  const OnDevice copy(memory.data(), kBytes);
  const std::vector<Tensor> tensors = {{0, 1, {6000000001, {kBytes - 3}, {1}}, 3},
                                       {1, 2, {0, {1 << 15, 1 << 15}, {1 << 20, 1}}, 0}};
  EXPECT_EQ(on_gpu(tensors, copy), on_cpu(tensors, memory));
}

TEST_F(DigestCuda, OfNothingIsNothing) {
  const std::uint64_t number = 5;
  const OnDevice copy(&number, 8);
  EXPECT_EQ(on_gpu({}, copy), Sums(kDigests));
  EXPECT_EQ(on_gpu({{0, 4, {3, {0, 7}, {7, 1}}, 0}}, copy), Sums(kDigests));
  const std::vector<Tensor> with_scalar = {{0, 4, {3, {0}, {1}}, 0}, {2, 4, {5, {}, {}}, 0}};
  EXPECT_EQ(on_gpu(with_scalar, copy), on_cpu(with_scalar, {number}));
}

TEST(DigestCudaLayout, RefusesOtherTensors) {
  CudaLayout layout;
  layout.add(0, 4, {0, {3}, {1}});
  EXPECT_THROW(layout.start({}, nullptr, nullptr, nullptr), std::invalid_argument);
  EXPECT_THROW(layout.add(0, 4, {0, {3}, {}}), std::invalid_argument);
}

}  // namespace
}  // namespace gridlock::golden
