#include "harness/exec/outcome_schema.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/exec/crash_fields.h"
#include "harness/facts/hang_fields.h"
#include "harness/fields/schema.h"

namespace gridlock::exec {
namespace {

using Json = nlohmann::ordered_json;

// What stands beside a finding or a crash.
struct Frame {
  int exit_code = 0;
  std::map<int, std::vector<std::string>> stacks;
};

constexpr auto fields_of(fields::Type<Frame>) {
  return fields::OpenList{
      fields::optional("exit_code", &Frame::exit_code, "of gridlock exec"),
      fields::optional("stacks", &Frame::stacks, "by rank: \"main (train.py:3)\", outermost first"),
  };
}

struct BeforeCrash {
  std::optional<diagnosis::Hang> desync;
};

constexpr auto fields_of(fields::Type<BeforeCrash>) {
  return fields::OpenList{
      fields::optional("desync", &BeforeCrash::desync, "calls before the crash that do not match")};
}

Json with_verdicts(Json schema, const char* title, const Json& verdicts) {
  Json titled = {{"title", title}};
  titled.update(schema);
  titled["properties"]["verdict"] = {{"enum", verdicts}};
  return titled;
}

Json others() {
  Json schema = fields::object_schema<Json, Frame>();
  schema["required"].push_back("verdict");
  return schema;
}

Json crashes() {
  Json schema = fields::object_schema<Json, Frame, Crash, BeforeCrash>();
  schema["required"].push_back("verdict");
  return schema;
}

}  // namespace

Json outcome_schema() {
  return {{"anyOf",
           {with_verdicts(fields::object_schema<Json, diagnosis::Hang, Frame>(), "a finding",
                          {"deadlock", "stall", "compile_skew", "desync"}),
            with_verdicts(crashes(), "a crash", {"crash"}),
            with_verdicts(others(), "neither", {"pass", "timeout", "interrupted", "crash"})}}};
}

}  // namespace gridlock::exec
