// Runs the scripts of harness/exec/scripts on real ranks. The verdict of gridlock exec must be the
// one in the script's header. Most scripts run concurrently below one fork server. A few are also
// started as users start them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

#include "harness/checker/checker.h"
#include "harness/controller/machine.h"
#include "harness/exec/interpreter.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"
#include "harness/run/fork_server.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kScripts = fs::path(RUN_ROOT) / "harness/exec/scripts";
const fs::path kGridlock = fs::path(RUN_BINARIES) / "gridlock";

// Scripts that also run without the fork server. Their ranks import torch themselves, so a run
// takes several times as long as with forked ranks.
constexpr std::array kFreshToo = {"crashing/rank_raises", "hanging/compile_graph_break",
                                  "hanging/idle_pool_threads", "hanging/metric_on_rank0",
                                  "healthy/subprocess_helper"};

// Returns the headers of all scripts, by name, such as "hanging/metric_on_rank0".
const json& headers() {
  static const json all = [] {
    process::Program header;
    header.arguments = {RUN_PYTHON, kScripts / "header.py"};
    const process::Fd output = process::make_log();
    header.standard_output = output.get();
    const int code = process::run(std::move(header));
    const std::string text = process::read_log(output.get());
    return code == 0 ? json::parse(text) : throw std::runtime_error(text);
  }();
  return all;
}

std::string parameter_name(const ::testing::TestParamInfo<std::string>& info) {
  return std::regex_replace(info.param, std::regex("/"), "_");
}

// Returns the names of the scripts for which wanted(name, header) returns true.
template <typename Wanted>
std::vector<std::string> scripts(Wanted wanted) {
  std::vector<std::string> names;
  for (const auto& [name, header] : headers().items()) {
    if (wanted(name, header)) names.push_back(name);
  }
  return names;
}

bool is_for_gpus(const std::string& name) {
  return name.starts_with("gpus/");
}

int gpus_here() {
  static const int gpus = controller::inspect_machine().gpus;
  return gpus;
}

// Returns the script and its arguments. A script for more GPUs than the machine has runs on one.
std::vector<std::string> script_of(const std::string& name, const json& header) {
  const std::string script = kScripts / (name + ".py");
  const bool shares = is_for_gpus(name) && gpus_here() < header.at("ranks").get<int>();
  if (!shares) return {script};
  return {kScripts / "on_one_gpu.py", script};
}

// Returns variables that hide the GPUs from a script that has more ranks than the machine has GPUs.
// If a process sees GPUs, DeviceMesh (and thus FSDP) requires one for each rank.
std::map<std::string, std::string> environment_of(const json& header) {
  const int gpus = gpus_here();
  if (gpus == 0 || gpus >= header.at("ranks").get<int>()) return {};
  return {{"CUDA_VISIBLE_DEVICES", ""}};
}

// Time without an event after which a script ends as a stall, in seconds. A script that ends by
// itself, or whose hang is proved, has no such limit, because the machine may be busy.
constexpr const char* kTimeout = "10";

std::vector<std::string> exec_options(const json& wanted, const fs::path& folder) {
  const std::string verdict = wanted.value("missed", wanted.at("verdict").get<std::string>());
  std::vector<std::string> options = {"--json", folder / "verdict.json", "--evidence",
                                      folder / "evidence"};
  if (!wanted.contains("parent")) {
    options.insert(options.end(), {"-n", std::to_string(wanted.at("ranks").get<int>())});
  }
  if (verdict == "stall" || verdict == "compile_skew" || verdict == "timeout") {
    options.insert(options.end(), {"--timeout", kTimeout});
  }
  if (verdict == "deadlock") options.insert(options.end(), {"--on-likely", "kill:3"});
  return options;
}

// The result of a script.
struct Outcome {
  int exit_code = -1;
  std::string output;
  json record;
  std::string certificate_error;  // why the checker rejects the certificate; "" = it does not
};

Outcome outcome_of(int exit_code, int output, const fs::path& folder) {
  Outcome outcome{exit_code, process::read_log(output), {}, ""};
  if (!fs::exists(folder / "verdict.json")) return outcome;
  outcome.record = json::parse(process::read_text(folder / "verdict.json"));
  if (outcome.record.value("verdict", "") != "deadlock" || !outcome.record.value("proved", true))
    return outcome;
  const auto error =
      checker::check(process::read_text(folder / "evidence" / "certificate.json"));
  outcome.certificate_error = error.value_or("");
  return outcome;
}

int expected_exit_code(const json& record) {
  // The exit codes of docs/exit-codes.md.
  static const std::map<std::string, int> kCodes = {{"deadlock", 90},     {"stall", 91},
                                                    {"compile_skew", 91}, {"timeout", 92},
                                                    {"desync", 94},       {"ended", 0}};
  if (record.at("verdict") == "deadlock" && !record.value("proved", true)) return 93;
  const auto code = kCodes.find(record.at("verdict"));
  return code == kCodes.end() ? -1 : code->second;
}

// Returns the differences between the outcome and the header of the script, one per line. `stem` is
// the script's name in sentences, if it differs from the name in the header.
std::string differences(const std::string& name, const json& wanted, const Outcome& outcome,
                        const std::string& stem = "") {
  if (outcome.record.is_null()) return "no verdict was written";
  const json& record = outcome.record;
  std::string text;
  const auto expect = [&](const char* key, const char* field) {
    if (wanted.contains(key) && record.value(field, json()) != wanted[key])
      text += std::string(field) + ": " + record.value(field, json()).dump() + ", expected " +
              wanted[key].dump() + "\n";
  };
  expect("verdict", "verdict");
  expect("class", "class");
  expect("at_fault", "ranks");
  if (wanted.at("verdict") == "deadlock" && record.at("verdict") == "deadlock") {
    const bool proved = record.value("proved", true);
    if (proved != wanted.value("proved", true))
      text += "proved: " + json(proved).dump() + " " + record.value("doubt", "") + "\n";
    if (record.value("doubt", "").find(wanted.value("doubt", "")) == std::string::npos)
      text += "doubt: " + record.value("doubt", "") + "\n";
  }
  if (wanted.contains("sentence")) {
    std::string pattern = wanted["sentence"];
    const std::string file = fs::path(name).filename();
    if (!stem.empty()) pattern = std::regex_replace(pattern, std::regex(file + R"(\.py)"), stem);
    if (!std::regex_match(record.value("sentence", ""), std::regex(pattern)))
      text += "sentence: " + record.value("sentence", "") + "\nexpected " + pattern + "\n";
  }
  const std::string accident = record.value("accident", "");
  if (!std::regex_match(accident, std::regex(wanted.value("accident", ""))))
    text += "accident: " + accident + "\n";
  const int code = expected_exit_code(record);
  if (code >= 0 && code != outcome.exit_code)
    text += "exit code " + std::to_string(outcome.exit_code) + "\n";
  // The explanation of a crash must follow all tracebacks.
  if (wanted.at("verdict") == "crash" && record.at("verdict") == "crash" &&
      !outcome.output.ends_with("gridlock: " + record.value("sentence", "") + ".\n"))
    text += "the sentence is not the last line\n";
  if (!outcome.certificate_error.empty())
    text += "the certificate is rejected: " + outcome.certificate_error + "\n";
  return text;
}

// Compares the outcome with the header. A known miss (a hang that gridlock does not detect) is
// accepted. The test fails if the hang is detected after all, so that the header is updated.
void judge(const std::string& name, const Outcome& outcome, const std::string& stem = "") {
  const json& wanted = headers().at(name);
  const std::string wrong = differences(name, wanted, outcome, stem);
  if (!wanted.contains("missed")) {
    EXPECT_EQ(wrong, "") << outcome.output;
    return;
  }
  EXPECT_NE(wrong, "") << "the hang is found: remove 'missed' from the header";
  EXPECT_EQ(outcome.record.value("verdict", ""), wanted["missed"].get<std::string>())
      << outcome.output;
}

// Runs the scripts of the selected tests below one fork server, several at a time, in the order of
// the tests.
class ScriptRuns {
 public:
  ScriptRuns() {
    exec::Parts parts = exec::find_parts(RUN_ROOT, RUN_BINARIES, RUN_PYTHON);
    parts.torch = exec::query_interpreter(RUN_PYTHON).torch;
    server_ = std::make_unique<ForkServer>(kGridlock, RUN_PYTHON, parts);
    const ::testing::TestSuite& suite = *::testing::UnitTest::GetInstance()->current_test_suite();
    for (int i = suite.total_test_count() - 1; i >= 0; --i) {
      if (suite.GetTestInfo(i)->should_run()) waiting_.push_back(name_of(*suite.GetTestInfo(i)));
    }
  }

  Outcome outcome_of(const std::string& name) {
    while (!ended_.contains(name)) {
      while (!waiting_.empty() && running_.size() < kAtATime) start(waiting_);
      if (running_.empty()) throw std::runtime_error("no script " + name);
      pollfd waiting{server_->fd(), POLLIN, 0};
      poll(&waiting, 1, -1);
      for (const auto& [pid, code] : server_->take_ended()) end(pid, code);
    }
    return ended_.at(name);
  }

 private:
  struct ScriptRun {
    std::string name;
    process::Fd output;
    process::TemporaryFolder folder;
  };
  static constexpr std::size_t kAtATime = 4;  // scripts wait more than they compute

  static std::string name_of(const ::testing::TestInfo& test) {
    std::string name = test.value_param();  // as gtest prints a string: "name"
    return name.substr(1, name.size() - 2);
  }

  void start(std::vector<std::string>& waiting) {
    auto started = std::make_unique<ScriptRun>(waiting.back(), process::make_log(),
                                               process::TemporaryFolder("exec-script"));
    waiting.pop_back();
    const fs::path& folder = started->folder.path();
    fs::copy_file(kScripts / (started->name + ".py"), folder / ForkServer::kScript);
    const pid_t pid = server_->start({.folder = folder,
                                      .exec = exec_options(headers().at(started->name), folder),
                                      .environment = environment_of(headers().at(started->name)),
                                      .output = started->output.get()});
    running_.emplace(pid, std::move(started));
  }

  void end(pid_t pid, int code) {
    const auto node = running_.extract(pid);
    const ScriptRun& ended = *node.mapped();
    ended_[ended.name] = run::outcome_of(code, ended.output.get(), ended.folder.path());
  }

  std::unique_ptr<ForkServer> server_;
  std::vector<std::string> waiting_;  // the last element runs next
  std::map<pid_t, std::unique_ptr<ScriptRun>> running_;
  std::map<std::string, Outcome> ended_;
};

class ExecScripts : public ::testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { runs = std::make_unique<ScriptRuns>(); }
  static void TearDownTestSuite() { runs.reset(); }
  static std::unique_ptr<ScriptRuns> runs;
};
std::unique_ptr<ScriptRuns> ExecScripts::runs;

TEST_P(ExecScripts, AreJudgedAsTheirHeadersSay) {
  judge(GetParam(), runs->outcome_of(GetParam()), ForkServer::kScript);
}

INSTANTIATE_TEST_SUITE_P(Forked, ExecScripts,
                         ::testing::ValuesIn(scripts([](const std::string& name, const json& header) {
                           return !header.contains("parent") && !is_for_gpus(name);
                         })),
                         parameter_name);

// Tests scripts that are started as users start them, without the fork server.
class ExecScriptsFresh : public ::testing::TestWithParam<std::string> {};

TEST_P(ExecScriptsFresh, AreJudgedAsTheirHeadersSay) {
  const std::string name = GetParam();
  const json& wanted = headers().at(name);
  const process::TemporaryFolder folder("exec-script");
  const process::Fd output = process::make_log();
  process::Program program;
  program.arguments = {kGridlock, "exec"};
  const auto options = exec_options(wanted, folder.path());
  program.arguments.insert(program.arguments.end(), options.begin(), options.end());
  if (wanted.contains("parent")) {
    program.arguments.insert(program.arguments.end(), {"--", RUN_PYTHON});
  } else {
    program.arguments.insert(program.arguments.end(), {"--python", RUN_PYTHON});
  }
  std::ranges::copy(script_of(name, wanted), std::back_inserter(program.arguments));
  program.standard_output = output.get();
  const int code = process::run(std::move(program));
  judge(name, outcome_of(code, output.get(), folder.path()));
}

INSTANTIATE_TEST_SUITE_P(Fresh, ExecScriptsFresh,
                         ::testing::ValuesIn(scripts([](const std::string& name, const json& header) {
                           return header.contains("parent") ||
                                  std::ranges::count(kFreshToo, name) > 0;
                         })),
                         parameter_name);

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExecScriptsFresh);
INSTANTIATE_TEST_SUITE_P(Gpus, ExecScriptsFresh,
                         ::testing::ValuesIn(scripts([](const std::string& name, const json&) {
                           return is_for_gpus(name) && gpus_here() > 0;
                         })),
                         parameter_name);

}  // namespace
}  // namespace gridlock::run
