// A backend whose calls do nothing, to measure the probe's overhead.
#pragma once

#include <chrono>
#include <string>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <vector>

namespace gridlock::probe {

class NullWork : public c10d::Work {
 public:
  NullWork() : Work(0, c10d::OpType::ALLREDUCE) {}
  bool isCompleted() override { return true; }
  bool isSuccess() const override { return true; }
  std::exception_ptr exception() const override { return nullptr; }
  bool wait(std::chrono::milliseconds) override { return true; }
};

class NullBackend : public c10d::Backend {
 public:
  NullBackend() : Backend(0, 1) {}
  const std::string getBackendName() const override { return "null"; }
  c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>&,
                                           const c10d::AllreduceOptions&) override {
    return c10::make_intrusive<NullWork>();
  }
  c10::intrusive_ptr<c10d::Work> send(std::vector<at::Tensor>&, int, int) override {
    return c10::make_intrusive<NullWork>();
  }
};

}  // namespace gridlock::probe
