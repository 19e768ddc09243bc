#include "harness/diagnosis/words.h"

#include <fmt/format.h>

#include <array>

#include "harness/prover/signature.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"
#include "harness/trace/dtype.h"

namespace gridlock::diagnosis {
namespace {

// Names of reductions, indexed by c10d::ReduceOp::RedOpType.
constexpr std::array<const char*, 9> kReductions = {"sum",  "avg", "product", "min",       "max",
                                                    "band", "bor", "bxor",    "premul_sum"};

std::string reduction_name(int number) {
  const bool known = number >= 0 && static_cast<std::size_t>(number) < kReductions.size();
  return known ? kReductions[static_cast<std::size_t>(number)]
               : fmt::format("reduction {}", number);
}

using prover::CallSignature;

// An argument of a call: how to compare it, and its text.
struct Argument {
  bool (*same)(const CallSignature&, const CallSignature&);
  std::string (*words)(const CallSignature&);
};

std::string root_of(const CallSignature& call) {
  return call.root < 0 ? "no root" : fmt::format("root {}", call.root);
}

constexpr std::array<Argument, 4> kArguments{{
    {[](const CallSignature& a, const CallSignature& b) { return a.dtype == b.dtype; },
     [](const CallSignature& call) { return trace::dtype_name(call.dtype); }},
    {[](const CallSignature& a, const CallSignature& b) { return a.count == b.count; },
     [](const CallSignature& call) { return text::thousands(call.count) + " elements"; }},
    {[](const CallSignature& a, const CallSignature& b) { return a.reduce_op == b.reduce_op; },
     [](const CallSignature& call) { return reduction_name(call.reduce_op); }},
    {[](const CallSignature& a, const CallSignature& b) { return a.root == b.root; }, root_of},
}};

}  // namespace

std::string purpose(const facts::Group& group) {
  const std::string text = text::clean(group.description);
  if (text.empty()) return "group " + text::clean(group.name);
  constexpr std::string_view kMesh = "mesh_";
  return text.starts_with(kMesh) && text.size() > kMesh.size() ? text.substr(kMesh.size()) : text;
}

std::string label(const facts::Group& group) {
  return fmt::format("{}[{}]", purpose(group), text::short_rank_list(group.members));
}

std::string call_words(const facts::Call& call) {
  std::string text = fmt::format("{} #{}", trace::describe(call.op), call.seq);
  if (!trace::is_point_to_point(call.op)) return text;
  if (call.op == trace::Op::kSend) text += fmt::format(" to rank {}", call.peer);
  if (call.op == trace::Op::kRecv) text += fmt::format(" from rank {}", call.peer);
  return text + fmt::format(" (tag {})", call.tag);
}

std::string call_words(const facts::Call& call, const facts::Group& group) {
  return call_words(call) + " of " + label(group);
}

std::string elements_words(const facts::Call& call) {
  return fmt::format("{} × {}", text::thousands(call.count), trace::dtype_name(call.dtype));
}

bool has_elements(const facts::Call& call) {
  return trace::row_of(call.op).has_tensors();
}

std::string bytes_words(const facts::Call& call) {
  const double size = static_cast<double>(call.count) * trace::width_of(call.dtype);
  return size < 1024 || !has_elements(call) ? "" : text::bytes(size);
}

std::string reduction_words(const facts::Call& call) {
  return reduction_name(call.reduce_op);
}

std::string root_words(const facts::Call& call) {
  return root_of(prover::signature(call));
}

std::vector<Difference> differences(const facts::Call& mine, const facts::Call& theirs) {
  const CallSignature a = prover::signature(mine);
  const CallSignature b = prover::signature(theirs);
  std::vector<Difference> found;
  for (const Argument& argument : kArguments) {
    if (!argument.same(a, b)) found.push_back({argument.words(a), argument.words(b)});
  }
  // A hash shows only that something differs, so it is reported only if no other difference is
  // found.
  if (found.empty() && a.shape_hash != b.shape_hash) {
    found.push_back({"different shape or split sizes", "different shape or split sizes"});
  }
  return found;
}

bool same_group(const facts::Group& a, const facts::Group& b) {
  return a.name == b.name && a.members == b.members && a.creation == b.creation;
}

}  // namespace gridlock::diagnosis
