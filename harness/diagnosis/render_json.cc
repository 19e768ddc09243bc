#include <array>
#include <nlohmann/json.hpp>

#include "harness/diagnosis/finding_record.h"
#include "harness/diagnosis/histories.h"
#include "harness/diagnosis/render.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/stack_tree.h"
#include "harness/text/utf8.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

using nlohmann::json;

json to_json(const facts::Group& group) {
  return {{"name", text::clean(group.name)},
          {"description", text::clean(group.description)},
          {"members", group.members},
          {"creation", group.creation}};
}

json to_json(const facts::Call& call) {
  return {{"op", trace::describe(call.op)},
          {"seq", call.seq},
          {"peer", call.peer},
          {"tag", call.tag},
          {"dtype", call.dtype},
          {"reduce_op", call.reduce_op},
          {"count", call.count},
          {"shape_hash", call.shape_hash},
          {"async", call.async},
          {"compiling", call.compiling}};
}

json to_json(const Entry& entry) {
  constexpr std::array kStates = {"done", "open", "never", "not yet", "unknown"};
  json result = {{"state", kStates.at(static_cast<std::size_t>(entry.state))}};
  if (!entry.called()) return result;
  result["call"] = to_json(entry.call);
  if (!entry.site.place.empty()) result["call"]["site"] = entry.site.place;
  if (!entry.site.pass.empty()) result["call"]["pass"] = entry.site.pass;
  if (!entry.site.module.empty()) result["call"]["module"] = entry.site.module;
  return result;
}

json to_json(const Column& column) {
  json entries = json::array();
  for (const Entry& entry : column.entries) entries.push_back(to_json(entry));
  json result = {{"ranks", column.ranks}, {"entries", entries}, {"then", nullptr}};
  if (column.then) {
    result["then"] = {{"call", to_json(column.then->call)},
                      {"group", to_json(column.then->group)},
                      {"open", column.then->open}};
  }
  return result;
}

json to_json(const History& history) {
  json result = {{"group", to_json(history.group)},
                 {"rows", history.rows},
                 {"diverged", nullptr},
                 {"awaited", nullptr},
                 {"columns", json::array()}};
  if (history.diverged) result["diverged"] = *history.diverged;
  if (history.awaited) result["awaited"] = *history.awaited;
  if (history.fork) result["paired_by_accident"] = {history.fork->first, history.fork->last};
  for (const Column& column : history.columns) result["columns"].push_back(to_json(column));
  return result;
}

json to_json(const StackNode& node) {
  json children = json::array();
  for (const StackNode& child : node.children) children.push_back(to_json(child));
  return {{"function", node.frame.function},
          {"file", node.frame.file},
          {"line", node.frame.line},
          {"origin", name(node.origin)},
          {"left_out", node.left_out},
          {"ranks", node.ranks},
          {"children", children}};
}

json to_json(const StackTree& tree) {
  json frames = json::array();
  for (const StackNode& child : tree.root.children) frames.push_back(to_json(child));
  return {{"frames", frames}, {"without_stack", tree.without}};
}

json to_json(const Blowup& blowup) {
  json siblings = json::array();
  for (const CompileTime& sibling : blowup.siblings) {
    siblings.push_back({{"size", sibling.size}, {"seconds", sibling.seconds}});
  }
  return {{"axis", blowup.axis},
          {"siblings", siblings},
          {"size", blowup.measured.size},
          {"seconds", blowup.measured.seconds},
          {"finished", blowup.finished},
          {"healthy_seconds", blowup.healthy},
          {"growth", blowup.growth},
          {"exponential", blowup.exponential},
          {"past_bound", blowup.past_bound},
          {"words", describe(blowup)}};
}

}  // namespace

json render_json(const Evidence& evidence, double latency_ms) {
  const facts::Finding& finding = evidence.finding;
  json result = {{"finding", to_json(finding_record_of(evidence, latency_ms))},
                 {"advice", advice(finding.cls)},
                 {"assumptions", json::array()},
                 {"compile_time", nullptr},
                 {"histories", json::array()},
                 {"stacks", to_json(build_tree(evidence))}};
  for (const auto& text : finding.assumptions) result["assumptions"].push_back(text::clean(text));
  if (evidence.blowup) result["compile_time"] = to_json(*evidence.blowup);
  for (const History& history : histories(evidence)) {
    result["histories"].push_back(to_json(history));
  }
  return result;
}

}  // namespace gridlock::diagnosis
