#include "harness/diagnosis/fold.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "harness/diagnosis/compile_phase.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kOutermost = 20;
constexpr std::size_t kInnermost = 40;

// Files whose functions only wrap a call.
constexpr std::array kWrappers = std::to_array<std::string_view>(
    {"torch/_dynamo/eval_frame.py", "torch/_dynamo/external_utils.py", "torch/_ops.py",
     "torch/distributed/c10d_logger.py", "torch/nn/modules/module.py", "torch/utils/_contextlib.py",
     "torch/utils/_pytree.py", "contextlib.py", "functools.py"});

// Libraries that are at the bottom of every stack or only connect other libraries.
constexpr std::array kGlue = std::to_array<std::string_view>(
    {"ld-linux", "libc.so", "libc-", "libpthread", "libpython", "libstdc++", "python"});

bool is_wrapper(const Frame& frame) {
  return std::ranges::any_of(kWrappers, [&](auto file) { return frame.file.ends_with(file); });
}

bool names_what_it_does(const Frame& frame) {
  if (frame.function.starts_with("0x") || frame.function.starts_with("pybind11::")) return false;
  return std::ranges::none_of(kGlue, [&](auto file) { return frame.file.starts_with(file); });
}

// Returns the innermost Python frame that does more than wrap a call. If there is none, returns the
// innermost Python frame.
std::optional<std::size_t> innermost_python(const std::vector<Frame>& frames) {
  std::optional<std::size_t> any;
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (origin_of(frames[i]) == Origin::kNative) continue;
    if (!is_wrapper(frames[i])) return i;
    if (!any) any = i;
  }
  return any;
}

std::optional<std::size_t> innermost_native(const std::vector<Frame>& frames) {
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (origin_of(frames[i]) != Origin::kNative) return std::nullopt;
    if (names_what_it_does(frames[i])) return i;
  }
  return std::nullopt;
}

std::vector<bool> choose(const ThreadStack& thread) {
  std::vector<bool> kept(thread.frames.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i] = origin_of(thread.frames[i]) == Origin::kUser;
  }
  for (const auto index : {innermost_python(thread.frames), innermost_native(thread.frames)}) {
    if (index) kept[*index] = true;
  }
  if (const auto compile = compile_place(thread)) {
    const auto frame = std::find(thread.frames.rbegin(), thread.frames.rend(), compile->frame);
    if (frame != thread.frames.rend()) kept[thread.frames.rend() - frame - 1] = true;
  }
  return kept;
}

void shorten(std::vector<KeptFrame>& frames) {
  if (frames.size() <= kOutermost + kInnermost) return;
  const auto begin = frames.begin() + kOutermost;
  const auto end = frames.end() - kInnermost;
  for (auto frame = begin; frame != end; ++frame) end->left_out += frame->left_out + 1;
  frames.erase(begin, end);
}

}  // namespace

std::vector<KeptFrame> fold(const ThreadStack& thread) {
  const std::vector<bool> kept = choose(thread);
  std::vector<KeptFrame> result;
  int left_out = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) {
      ++left_out;
      continue;
    }
    result.push_back({thread.frames[i], origin_of(thread.frames[i]), left_out});
    left_out = 0;
  }
  shorten(result);
  return result;
}

}  // namespace gridlock::diagnosis
