// The common parts of the passes of made-up problems.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "minimizer/pass.h"

namespace gridlock::minimizer::testing {

class MockEdits : public Edits {
 public:
  MockEdits(const Candidate& base, std::vector<Piece> pieces)
      : base_(base), forest_(std::move(pieces)) {}

  const Forest& forest() const override { return forest_; }
  std::vector<Proposal> apply(std::span<const Choices> all) override {
    std::vector<Proposal> proposals;
    for (const Choices& choices : all) {
      Candidate candidate = base_;
      make(choices, candidate);
      proposals.push_back({candidate, candidate.text, ""});
    }
    return proposals;
  }

 private:
  // `candidate` is a copy of the base.
  virtual void make(const Choices& choices, Candidate& candidate) const = 0;

  Candidate base_;
  Forest forest_;
};

template <typename EditsOfPass>
class MockPass : public Pass {
 public:
  explicit MockPass(std::string_view name) : name_(name) {}

  std::string_view name() const override { return name_; }
  std::unique_ptr<Edits> open(const Candidate& candidate) override {
    return std::make_unique<EditsOfPass>(candidate);
  }

 private:
  std::string_view name_;
};

}  // namespace gridlock::minimizer::testing
