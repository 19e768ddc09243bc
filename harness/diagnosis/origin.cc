#include "harness/diagnosis/origin.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gridlock::diagnosis {
namespace {

enum class Where { kFront, kAnywhere };

struct Rule {
  std::string_view part;
  Where where;
  Origin origin;
};

// Rules for the origin of a frame. The first one that matches decides.
constexpr std::array kRules = std::to_array<Rule>({
    {"torchinductor_", Where::kAnywhere, Origin::kGenerated},
    {"<frozen ", Where::kFront, Origin::kStandard},
    {"<stdin>", Where::kFront, Origin::kUser},
    {"<ipython", Where::kFront, Origin::kUser},
    {"<", Where::kFront, Origin::kGenerated},
    {"torch/", Where::kFront, Origin::kTorch},
    {"/site-packages/torch/", Where::kAnywhere, Origin::kTorch},
    {"/dist-packages/torch/", Where::kAnywhere, Origin::kTorch},
    // Paths in a checkout of PyTorch.
    {"/torch/_dynamo/", Where::kAnywhere, Origin::kTorch},
    {"/torch/_functorch/", Where::kAnywhere, Origin::kTorch},
    {"/torch/_inductor/", Where::kAnywhere, Origin::kTorch},
    {"/torch/autograd/", Where::kAnywhere, Origin::kTorch},
    {"/torch/distributed/", Where::kAnywhere, Origin::kTorch},
    {"/torch/nn/", Where::kAnywhere, Origin::kTorch},
    {"/torch/optim/", Where::kAnywhere, Origin::kTorch},
    {"/torch/utils/", Where::kAnywhere, Origin::kTorch},
    {"gridlock/", Where::kFront, Origin::kGridlock},
    {"/harness/rank/gridlock/", Where::kAnywhere, Origin::kGridlock},
    {"/harness/rank/site/", Where::kAnywhere, Origin::kGridlock},
    {"/site-packages/", Where::kAnywhere, Origin::kLibrary},
    {"/dist-packages/", Where::kAnywhere, Origin::kLibrary},
    {"/lib/python3", Where::kAnywhere, Origin::kStandard},
});

// Packages that occur on torch's stacks. py-spy's shortened paths begin with these names.
constexpr std::array kPackages = std::to_array<std::string_view>(
    {"filelock", "fsspec", "functorch", "jinja2", "mpmath", "networkx", "numpy", "pybind11",
     "setuptools", "sympy", "torchgen", "triton"});

// Modules of Python's library that are likely on a thread's stack. The list leaves out others on
// purpose, because a user's own file may be called trace.py or profile.py.
constexpr std::array kModules = std::to_array<std::string_view>({"_collections_abc",
                                                                 "_weakrefset",
                                                                 "abc",
                                                                 "ast",
                                                                 "asyncio",
                                                                 "collections",
                                                                 "concurrent",
                                                                 "contextlib",
                                                                 "copy",
                                                                 "copyreg",
                                                                 "ctypes",
                                                                 "dataclasses",
                                                                 "enum",
                                                                 "functools",
                                                                 "heapq",
                                                                 "http",
                                                                 "importlib",
                                                                 "inspect",
                                                                 "json",
                                                                 "linecache",
                                                                 "logging",
                                                                 "multiprocessing",
                                                                 "os",
                                                                 "pathlib",
                                                                 "pickle",
                                                                 "posixpath",
                                                                 "queue",
                                                                 "random",
                                                                 "re",
                                                                 "runpy",
                                                                 "selectors",
                                                                 "shutil",
                                                                 "socket",
                                                                 "socketserver",
                                                                 "ssl",
                                                                 "subprocess",
                                                                 "tempfile",
                                                                 "threading",
                                                                 "tokenize",
                                                                 "traceback",
                                                                 "typing",
                                                                 "unittest",
                                                                 "urllib",
                                                                 "warnings",
                                                                 "weakref"});

bool is_python(std::string_view file) {
  return file.ends_with(".py") || file.starts_with('<') ||
         file.find("torchinductor_") != std::string_view::npos;
}

// Returns the top-level module of a file: "threading" for "threading.py" and "concurrent" for
// "concurrent/futures/thread.py".
std::string_view top_module(std::string_view file) {
  const std::string_view top = file.substr(0, file.find('/'));
  return top.substr(0, top.find('.'));
}

bool fits(const Rule& rule, std::string_view file) {
  return rule.where == Where::kFront ? file.starts_with(rule.part)
                                     : file.find(rule.part) != std::string_view::npos;
}

}  // namespace

Origin origin_of(const Frame& frame) {
  const std::string_view file = frame.file;
  // A function compiled from generated source has a line number, and its file may have any name.
  if (!is_python(file))
    return frame.line > 0 && file.find('.') == file.npos ? Origin::kGenerated : Origin::kNative;
  const auto rule = std::ranges::find_if(kRules, [&](const Rule& r) { return fits(r, file); });
  if (rule != kRules.end()) return rule->origin;
  const std::string_view top = top_module(file);
  if (std::ranges::find(kModules, top) != kModules.end()) return Origin::kStandard;
  const bool package = std::ranges::find(kPackages, top) != kPackages.end();
  return package ? Origin::kLibrary : Origin::kUser;
}

const char* name(Origin origin) {
  constexpr std::array kNames = {"user",     "library",   "torch", "gridlock",
                                 "standard", "generated", "native"};
  return kNames.at(static_cast<std::size_t>(origin));
}

}  // namespace gridlock::diagnosis
