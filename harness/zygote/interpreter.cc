#include "harness/zygote/interpreter.h"

#include <string>

namespace gridlock::zygote {
namespace {

namespace py = pybind11;

py::scoped_interpreter start(const std::filesystem::path& python) {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.parse_argv = 0;
  config.install_signal_handlers = 0;
  PyConfig_SetBytesString(&config, &config.executable, python.c_str());
  return py::scoped_interpreter(&config, 0, nullptr, /*add_program_dir_to_path=*/false);
}

}  // namespace

Interpreter::Interpreter(const std::filesystem::path& python,
                         const std::filesystem::path& package_folder)
    : guard_(start(python)) {
  // Extension modules are in the folder lib beside the program's folder: bin/gridlock-zygote and
  // lib/gridlock_probe.so.
  const auto program = std::filesystem::read_symlink("/proc/self/exe");
  const auto modules = program.parent_path().parent_path() / "lib";
  const py::object path = py::module_::import("sys").attr("path");
  path.attr("insert")(0, modules.string());
  path.attr("insert")(0, package_folder.string());
}

}  // namespace gridlock::zygote
