#include "harness/trace/describe.h"

#include <algorithm>

#include "harness/trace/operation.h"
#include "harness/trace/pass.h"
#include "harness/trace/phase.h"

namespace gridlock::trace {
namespace {

std::string group_name(const Record& record, const std::vector<GroupRecord>& groups) {
  if (record.group >= groups.size()) return "group " + std::to_string(record.group);
  const GroupRecord& group = groups[record.group];
  std::string text = (group.description.empty() ? group.name : group.description) + "[";
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    if (i > 0) text += ',';
    if (i == 16) return text + "…]";
    text += std::to_string(group.members[i]);
  }
  return text + "]";
}

// Returns the word before the peer of a send or recv, or before the root of another operation. Both
// are ranks of the group.
std::string peer_word(Op op) {
  if (op == Op::kSend) return " to ";
  return op == Op::kRecv ? " from " : " of root ";
}

// Returns text such as ", backward of layers.3, at train.py:45".
std::string site_words(const Record& record, const Names& names) {
  const bool has_module = record.module > 0 && record.module <= names.modules.size();
  const std::string pass =
      with_module(describe(record.pass), has_module ? names.modules[record.module - 1U] : "");
  const auto site = std::ranges::find(names.sites, record.site, &Site::site);
  const bool has_place = record.site != 0 && site != names.sites.end() && !site->place.empty();
  return (pass.empty() ? "" : ", " + pass) + (has_place ? ", at " + site->place : "");
}

std::string call(const Record& record, const Names& names) {
  const Op op = static_cast<Op>(record.op);
  std::string text = "call " + std::to_string(record.call) + ": " + describe(op);
  if (!is_point_to_point(op)) text += " #" + std::to_string(record.seq);
  if (record.peer >= 0) text += peer_word(op) + std::to_string(record.peer);
  if (record.tag != 0) text += " tag " + std::to_string(record.tag);
  text += " in " + group_name(record, names.groups) + ", " + std::to_string(record.count) +
          (record.count == 1 ? " element" : " elements");
  if ((record.flags & kAsync) != 0) text += ", async";
  if ((record.flags & kCompiling) != 0) text += ", by the compiler";
  if ((record.flags & kReplayed) != 0) text += ", in a CUDA graph";
  return text + site_words(record, names);
}

}  // namespace

Names names_of(const RingReader& reader) {
  return {reader.groups(), reader.sites(), reader.modules()};
}

std::string describe(const Record& record, const Names& names) {
  const std::string number = std::to_string(record.call);
  switch (record.kind) {
    case Kind::kNone:
      return "continues";
    case Kind::kPhase:
      return describe_phase(record);
    case Kind::kCall:
      return call(record, names);
    case Kind::kDone:
      return "call " + number + (record.peer == 1 ? " failed" : " is complete");
    case Kind::kGroup:
      return "created " + group_name(record, names.groups);
    case Kind::kStoreSet:
      return "set a key of the store";
    case Kind::kIssue:
      return "is in call " + number;
    case Kind::kWait:
      return "waits for call " + number;
    case Kind::kStoreWait:
      return "waits for a key of the store";
    case Kind::kBuild:
      return "makes a process group";
    case Kind::kStoreSetting:
      return "sets a key of the store";
    case Kind::kBackward:
      return "runs backward";
  }
  return "record of kind " + std::to_string(static_cast<unsigned>(record.kind));
}

}  // namespace gridlock::trace
