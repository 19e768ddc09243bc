#include "minimizer/script_passes.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "harness/fields/read.h"
#include "harness/fields/write.h"
#include "minimizer/script_pass_fields.h"

namespace gridlock::minimizer {
namespace {

using nlohmann::json;

Proposal as_proposal(WrittenProposal written) {
  Proposal proposal{
      {}, std::move(written.canonical), std::move(written.refusal), written.completes};
  if (written.text && written.launch)
    proposal.candidate = Candidate{std::move(*written.text), std::move(*written.launch)};
  return proposal;
}

class ScriptEdits : public Edits {
 public:
  ScriptEdits(std::shared_ptr<ScriptWorker> worker, json request)
      : worker_(std::move(worker)), request_(std::move(request)), forest_(open()) {}

  ~ScriptEdits() override {
    if (generation_ != worker_->generation()) return;
    try {
      worker_->request({{"do", "close"}, {"open", number_}});
    } catch (const WorkerError&) {  // the worker has ended, so nothing is open
    }
  }

  const Forest& forest() const override { return forest_; }

  std::vector<Proposal> apply(std::span<const Choices> all) override {
    if (generation_ != worker_->generation()) open();
    const json reply = worker_->request(
        {{"do", "apply"}, {"open", number_}, {"choices", std::vector(all.begin(), all.end())}});
    std::vector<Proposal> proposals;
    for (const json& written : reply.at("proposals"))
      proposals.push_back(as_proposal(fields::from_json<WrittenProposal>(written)));
    return proposals;
  }

 private:
  Forest open() {
    const json reply = worker_->request(request_);
    generation_ = worker_->generation();
    number_ = reply.at("open");
    return Forest(fields::from_json<std::vector<Piece>>(reply.at("pieces")));
  }

  std::shared_ptr<ScriptWorker> worker_;
  json request_;
  int generation_ = 0, number_ = 0;
  Forest forest_;
};

class ScriptPass : public Pass {
 public:
  ScriptPass(std::shared_ptr<ScriptWorker> worker, std::string name, bool late, bool hangs)
      : worker_(std::move(worker)), name_(std::move(name)), late_(late), hangs_(hangs) {}

  std::string_view name() const override { return name_; }
  bool is_late() const override { return late_; }

  std::unique_ptr<Edits> open(const Candidate& candidate) override {
    json request = fields::to_json<json>(candidate);
    request["do"] = "open";
    request["pass"] = name_;
    request["hangs"] = hangs_;
    return std::make_unique<ScriptEdits>(worker_, std::move(request));
  }

 private:
  std::shared_ptr<ScriptWorker> worker_;
  std::string name_;
  bool late_, hangs_;
};

}  // namespace

std::vector<std::unique_ptr<Pass>> script_passes(const std::shared_ptr<ScriptWorker>& worker,
                                                 bool hangs) {
  std::vector<std::unique_ptr<Pass>> passes;
  const json reply = worker->request({{"do", "passes"}});
  const std::vector<std::string> late = reply.at("late");
  for (const std::string name : reply.at("passes"))
    passes.push_back(
        std::make_unique<ScriptPass>(worker, name, std::ranges::count(late, name) > 0, hangs));
  return passes;
}

}  // namespace gridlock::minimizer
