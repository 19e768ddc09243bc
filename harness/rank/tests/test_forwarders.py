"""Tests the classes that forward torch's virtual functions (../probe/forwarders.py)."""

import contextlib
import importlib.util
import io
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROBE = pathlib.Path(__file__).parents[1] / "probe"


def load():
    spec = importlib.util.spec_from_file_location("forwarders", PROBE / "forwarders.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


forwarders = load()

C10 = """
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
namespace c10 { template <typename T> using intrusive_ptr = std::shared_ptr<T>; }
"""
# A header of a torch to come, in the style of torch's own.
BACKEND = """
#pragma once
namespace c10d {
class Work {};
struct Options { int color = 0; };
inline int events = 0;
class TORCH_API Backend {  // not: class Backend;
 public:
  struct Nested { virtual int not_of_the_class() const { return 1; } };
  virtual ~Backend() = default;
  int plain() const { return 1; }
  /* virtual void commented(int); */
  virtual c10::intrusive_ptr<Work> sum(std::vector<int>& /* x */, const Options& = Options()) {
    return nullptr;
  }
  virtual c10::intrusive_ptr<Work> sum_single(std::vector<int>& x, const Options& options) {
    return sum(x, options);
  }
  virtual c10::intrusive_ptr<Work> put_everywhere(
      std::unique_ptr<std::string> what,
      std::map<int, std::vector<int>> /* where */ = {{1, {2, 3}}}) {
    return nullptr;
  }
  virtual void set_hook(std::function<int(int, std::string)>&& hook, unsigned long) const noexcept {}
  virtual std::function<int(int)> hook() const { return {}; }
  virtual const std::string& name() const = 0;
  virtual int with_default(int a = 3, bool = false);
  virtual void addEphemeralTimeout(const std::chrono::milliseconds& /* timeout */) {}
  virtual void setGroupUid(const std::string& uid) { uid_ = uid; }
  std::string uid_;
};
}
"""
DECORATOR = """
  c10::intrusive_ptr<c10d::Work> sum(std::vector<int>& x,
                                     const c10d::Options& options) override {
    return nullptr;
  }
  // Older versions lack it: void commented() override;
  c10::intrusive_ptr<c10d::Work> shrink(
      const std::vector<int>& ranks) override;
"""
PROGRAM = """
using namespace gridlock::probe;
struct Inner : c10d::Backend {
  c10::intrusive_ptr<c10d::Work> put_everywhere(std::unique_ptr<std::string> what,
                                                std::map<int, std::vector<int>>) override {
    c10d::events += what->size();
    return nullptr;
  }
  void set_hook(std::function<int(int, std::string)>&& hook, unsigned long n) const noexcept override {
    c10d::events += hook(1, "two") * n;
  }
  const std::string& name() const override { return name_; }
  std::string name_ = "inner";
};
int c10d::Backend::with_default(int a, bool) { return a; }
struct Decorator : ForwardingBackend {
  using ForwardingBackend::ForwardingBackend;
  c10::intrusive_ptr<c10d::Work> sum(std::vector<int>&, const c10d::Options&) override {
    ++recorded;
    return nullptr;
  }
  c10::intrusive_ptr<c10d::Work> shrink(const std::vector<int>& ranks) override {
    return ForwardingBackend::shrink(ranks);
  }
  c10::intrusive_ptr<c10d::Work> issue_unknown(
      const std::function<c10::intrusive_ptr<c10d::Work>()>& call) override {
    ++unknown;
    return call();
  }
  int recorded = 0, unknown = 0;
};
int main() {
  const auto inner = std::make_shared<Inner>();
  Decorator decorator(inner);
  c10d::Backend& backend = decorator;
  std::vector<int> x;
  backend.sum_single(x, {});  // torch's default calls sum(), which is recorded
  backend.put_everywhere(std::make_unique<std::string>("four"), {});
  backend.set_hook([](int a, std::string b) { return a + static_cast<int>(b.size()); }, 10);
  backend.setGroupUid("7");
  const bool right = decorator.recorded == 1 && decorator.unknown == 1 && c10d::events == 44 &&
                     backend.name() == "inner" && backend.with_default(5) == 5 &&
                     decorator.shrink({1}) == nullptr && inner->uid_ == "7" && backend.uid_ == "7";
  return right ? 0 : 1;
}
"""


def installed_include():
    package = importlib.util.find_spec("torch").submodule_search_locations[0]
    return pathlib.Path(package) / "include"


class Forwarders(unittest.TestCase):
    def functions(self):
        body = forwarders.body_of_class(forwarders.without_comments(BACKEND), "Backend")
        return {function.name: function for function in forwarders.functions_of(body)}

    def test_that_a_header_declares_are_found(self):
        found = self.functions()
        expected = "sum sum_single put_everywhere set_hook hook name with_default addEphemeralTimeout"
        self.assertEqual(set(found), {*expected.split(), "setGroupUid"})
        self.assertEqual(found["with_default"].parameters, ("int", "bool"))
        self.assertEqual(found["set_hook"].qualifiers, "const noexcept")
        self.assertEqual(found["hook"].returns, "std::function<int(int)>")

    @unittest.skipIf(shutil.which("c++") is None, "there is no compiler")
    def test_of_a_torch_to_come_are_compiled_and_reach_the_inner_backend(self):
        text, _ = forwarders.header_text("Backend", BACKEND, DECORATOR)
        self.assertNotIn("addEphemeralTimeout", text)  # torch reaches the inner backend itself
        parts = [line for line in text.splitlines() if "torch/csrc" not in line]
        header = BACKEND.replace("TORCH_API", "").replace("#pragma once", "")
        program = "\n".join(["#include <chrono>", C10, header, *parts, PROGRAM])
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "program.cc"
            source.write_text(program.replace("#pragma once", ""))
            compiled = ["c++", "-std=c++20", "-Wall", "-Werror", str(source), "-o", f"{folder}/program"]
            subprocess.run(compiled, check=True)
            self.assertEqual(subprocess.run([f"{folder}/program"]).returncode, 0)

    def test_of_the_installed_torch_are_all_known(self):
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                forwarders.main(installed_include(), folder)
            self.assertEqual(printed.getvalue(), "\n")
            backend = (pathlib.Path(folder) / "forwarding_backend.h").read_text()
        self.assertIn("eagerConnectSingleDevice", backend)

    def test_that_are_new_are_listed(self):
        c10d = pathlib.Path("torch/csrc/distributed/c10d")
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / c10d).mkdir(parents=True)
            for name in forwarders.CLASSES:
                text = (installed_include() / c10d / f"{name}.hpp").read_text()
                if name == "Work":
                    text = text.replace("virtual bool isCompleted", "virtual int newer(int);\n"
                                        "virtual bool isCompleted", 1)
                (pathlib.Path(folder) / c10d / f"{name}.hpp").write_text(text)
            out = pathlib.Path(folder) / "out"
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                forwarders.main(folder, out)
            self.assertEqual(printed.getvalue(), "Work::newer\n")
            self.assertEqual((out / "unknown_virtuals.txt").read_text(), "Work::newer\n")
            self.assertIn("int newer(int argument0) override", (out / "forwarding_work.h").read_text())


if __name__ == "__main__":
    unittest.main()
