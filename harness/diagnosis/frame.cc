#include "harness/diagnosis/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gridlock::diagnosis {
namespace {

// Origins of frames to show, the best first. Frames of gridlock are never shown, because they say
// nothing about the program.
constexpr std::array kPreference = {Origin::kUser, Origin::kLibrary, Origin::kTorch,
                                    Origin::kGenerated, Origin::kStandard};

// Returns the part of an installed file's path that identifies its module.
std::string_view module_path(std::string_view file) {
  for (const std::string_view folder : {"/site-packages/", "/dist-packages/"}) {
    const std::size_t at = file.rfind(folder);
    if (at != std::string_view::npos) return file.substr(at + folder.size());
  }
  const std::size_t torch = file.rfind("/torch/");
  return torch != std::string_view::npos ? file.substr(torch + 1) : file;
}

// Returns the name of the file, with its folder if the name alone is not specific.
std::string_view short_path(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  if (slash == std::string_view::npos || slash == 0) return file;
  if (file.substr(slash + 1) != "__init__.py") return file.substr(slash + 1);
  return file.substr(file.rfind('/', slash - 1) + 1);
}

// Returns whether the frame has the wanted origin and may be shown. Frames of Python's import
// system may not be shown, because they say nothing about the program.
bool can_be_named(const Frame& frame, Origin wanted) {
  return origin_of(frame) == wanted && !frame.file.starts_with("<frozen ");
}

// Returns whether the code has no name of its own, like "<genexpr>", "<listcomp>" and "<lambda>".
bool is_nameless(std::string_view function) {
  return function.starts_with('<') && function.ends_with('>') && function != "<module>";
}

// Returns the name without its nameless parts: "train" for "train.<locals>.<lambda>", and "" for
// "<lambda>".
std::string_view named_part(std::string_view function) {
  while (is_nameless(function.substr(function.rfind('.') + 1))) {  // no dot: npos + 1 = 0
    const std::size_t dot = function.rfind('.');
    function = function.substr(0, dot == function.npos ? 0 : dot);
  }
  return function;
}

// Returns the function of the innermost frame or, if it has no name, the enclosing function. Python
// 3.12 has no frames for comprehensions. Before Python 3.11, names are not qualified; there, the
// enclosing function is the one in the same file that runs the nameless code.
std::string function_of(std::span<const Frame> stack) {
  const Frame& innermost = stack.back();
  if (innermost.function.empty()) return "";  // the frame of a syntax error
  for (std::size_t i = stack.size(); i-- > 0;) {
    const std::string_view name = named_part(stack[i].function);
    if (stack[i].file == innermost.file && !name.empty()) return std::string(name);
  }
  return "<module>";
}

bool is_installed(Origin origin) {
  return origin == Origin::kTorch || origin == Origin::kLibrary;
}

}  // namespace

std::optional<Frame> named_frame(std::span<const Frame> stack) {
  for (const Origin wanted : kPreference) {
    const auto found = std::find_if(stack.rbegin(), stack.rend(),
                                    [&](const Frame& f) { return can_be_named(f, wanted); });
    if (found == stack.rend()) continue;
    const auto until = static_cast<std::size_t>(stack.rend() - found);
    return Frame{function_of(stack.first(until)), found->file, found->line};
  }
  return std::nullopt;
}

std::string place(const Frame& frame) {
  const Origin origin = origin_of(frame);
  std::string text(is_installed(origin) ? module_path(frame.file) : short_path(frame.file));
  if (frame.file.find("torchinductor_") != std::string::npos) text = "generated code";
  return frame.line > 0 ? fmt::format("{}:{}", text, frame.line) : text;
}

std::string short_function(const Frame& frame) {
  constexpr std::string_view kLocals = "<locals>.";
  const std::size_t at = frame.function.rfind(kLocals);
  return at == std::string::npos ? frame.function : frame.function.substr(at + kLocals.size());
}

std::string plain_function(const Frame& frame) {
  std::string_view function = frame.function;
  function.remove_prefix(function.rfind('.') + 1);  // no dot: npos + 1 = 0
  constexpr std::string_view kResumed = "torch_dynamo_resume_in_";
  if (function.starts_with(kResumed)) {
    function.remove_prefix(kResumed.size());
    function = function.substr(0, function.rfind("_at_"));
  }
  return std::string(function);
}

std::string users_function(const std::optional<Frame>& named) {
  return named && origin_of(*named) == Origin::kUser ? plain_function(*named) : "";
}

}  // namespace gridlock::diagnosis
