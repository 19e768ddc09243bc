#include "harness/diagnosis/words.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "harness/diagnosis/text.h"
#include "harness/prover/signature.h"

namespace gridlock::diagnosis {
namespace {

// By c10::ScalarType; "" for what no collective carries.
constexpr std::array<const char*, 30> kTypes = {"uint8",
                                                "int8",
                                                "int16",
                                                "int32",
                                                "int64",
                                                "float16",
                                                "float32",
                                                "float64",
                                                "complex32",
                                                "complex64",
                                                "complex128",
                                                "bool",
                                                "",
                                                "",
                                                "",
                                                "bfloat16",
                                                "",
                                                "",
                                                "",
                                                "",
                                                "",
                                                "",
                                                "",
                                                "float8_e5m2",
                                                "float8_e4m3fn",
                                                "float8_e5m2fnuz",
                                                "float8_e4m3fnuz",
                                                "uint16",
                                                "uint32",
                                                "uint64"};

// By c10d::ReduceOp::RedOpType.
constexpr std::array<const char*, 9> kReductions = {"sum",  "avg", "product", "min",       "max",
                                                    "band", "bor", "bxor",    "premul_sum"};

template <std::size_t size>
std::string from(const std::array<const char*, size>& table, int number, const char* what) {
  const bool known = number >= 0 && static_cast<std::size_t>(number) < size;
  const std::string text = known ? table[static_cast<std::size_t>(number)] : "";
  return text.empty() ? fmt::format("{} {}", what, number) : text;
}

using prover::CallSignature;

// One argument of a call: what is compared, and how it is told.
struct Argument {
  bool (*same)(const CallSignature&, const CallSignature&);
  std::string (*words)(const CallSignature&);
};

// "262,144".
std::string thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string root_of(const CallSignature& call) {
  return call.root < 0 ? "no root" : fmt::format("root {}", call.root);
}

constexpr std::array<Argument, 4> kArguments{{
    {[](const CallSignature& a, const CallSignature& b) { return a.dtype == b.dtype; },
     [](const CallSignature& call) { return from(kTypes, call.dtype, "dtype"); }},
    {[](const CallSignature& a, const CallSignature& b) { return a.count == b.count; },
     [](const CallSignature& call) { return thousands(call.count) + " elements"; }},
    {[](const CallSignature& a, const CallSignature& b) { return a.reduce_op == b.reduce_op; },
     [](const CallSignature& call) { return from(kReductions, call.reduce_op, "reduction"); }},
    {[](const CallSignature& a, const CallSignature& b) { return a.root == b.root; }, root_of},
}};

}  // namespace

std::string purpose(const facts::Group& group) {
  const std::string text = clean(group.description);
  if (text.empty()) return "group " + clean(group.name);
  constexpr std::string_view kMesh = "mesh_";
  return text.starts_with(kMesh) && text.size() > kMesh.size() ? text.substr(kMesh.size()) : text;
}

std::string label(const facts::Group& group) {
  return fmt::format("{}[{}]", purpose(group), ranges(group.members));
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
  return fmt::format("{} × {}", thousands(call.count), from(kTypes, call.dtype, "dtype"));
}

bool has_elements(const facts::Call& call) {
  return call.op != trace::Op::kBarrier && call.op != trace::Op::kMonitoredBarrier;
}

std::string bytes_words(const facts::Call& call) {
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(call.count) * trace::width_of(call.dtype) / 1024;
  if (size < 1 || !has_elements(call)) return "";
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 10 && size != std::floor(size) ? 1 : 0,
                     kUnits.at(unit));
}

std::string reduction_words(const facts::Call& call) {
  return from(kReductions, call.reduce_op, "reduction");
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
  // A hash can tell no more than that it differs: needed only where nothing else does.
  if (found.empty() && a.shape_hash != b.shape_hash) {
    found.push_back({"other shapes or splits", "its own"});
  }
  return found;
}

bool same_group(const facts::Group& a, const facts::Group& b) {
  return a.name == b.name && a.members == b.members && a.creation == b.creation;
}

}  // namespace gridlock::diagnosis
