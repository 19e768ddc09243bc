#include "harness/facts/facts_json.h"

#include <nlohmann/json.hpp>

#include "harness/facts/facts_words.h"
#include "harness/text/rank_list.h"

namespace gridlock::facts {
namespace {

using nlohmann::json;

// Puts a field unless it has its default value.
template <typename T>
void put(json& object, const char* name, const T& value, const T& usual) {
  if (value != usual) object[name] = value;
}

json write(const Group& group) {
  static const Group usual;
  json result{{"name", group.name}, {"members", text::rank_list(group.members)}};
  put(result, "description", group.description, usual.description);
  put(result, "creation", group.creation, usual.creation);
  put(result, "backend", group.backend, usual.backend);
  put(result, "enqueued", group.enqueued, usual.enqueued);
  put(result, "connected", group.connected, usual.connected);
  put(result, "workers", group.workers, usual.workers);
  return result;
}

json write(const Call& call) {
  static const Call usual;
  json result{{"number", call.number}, {"op", static_cast<unsigned>(call.op)}, {"seq", call.seq}};
  put(result, "group", call.group, usual.group);
  put(result, "peer", call.peer, usual.peer);
  put(result, "tag", call.tag, usual.tag);
  put(result, "dtype", call.dtype, usual.dtype);
  put(result, "reduce_op", call.reduce_op, usual.reduce_op);
  put(result, "count", call.count, usual.count);
  put(result, "shape_hash", call.shape_hash, usual.shape_hash);
  put(result, "site", call.site, usual.site);
  put(result, "after", call.after, usual.after);
  put(result, "async", call.async, usual.async);
  put(result, "future_taken", call.future_taken, usual.future_taken);
  put(result, "compiling", call.compiling, usual.compiling);
  put(result, "gives_up_ms", call.times_out_ms, usual.times_out_ms);
  return result;
}

json write(const Site& site) {
  return {{"site", site.site}, {"place", site.place}};
}

json write(const Wait& wait) {
  static const Wait usual;
  json result{{"on", kWaits.at(static_cast<std::size_t>(wait.on))}};
  put(result, "call", wait.call, usual.call);
  put(result, "key", wait.key, usual.key);
  put(result, "group", wait.group, usual.group);
  put(result, "gives_up_ms", wait.times_out_ms, usual.times_out_ms);
  put(result, "since_ns", wait.since_ns, usual.since_ns);
  if (!wait.holders.empty()) result["holders"] = text::rank_list(wait.holders);
  if (!wait.doubts.empty()) result["doubts"] = wait.doubts;
  return result;
}

json write(const Thread& thread) {
  static const Thread usual;
  json result{{"id", thread.id}, {"state", kStates.at(static_cast<std::size_t>(thread.state))}};
  put(result, "name", thread.name, usual.name);
  put(result, "main", thread.main, usual.main);
  put(result, "doing", thread.doing, usual.doing);
  put(result, "switches", thread.switches, usual.switches);
  if (thread.state == Thread::State::kBlocked) result["wait"] = write(thread.wait);
  return result;
}

template <typename T>
void put_all(json& object, const char* name, const std::vector<T>& values) {
  if (values.empty()) return;
  json& list = object[name] = json::array();
  for (const T& value : values) list.push_back(write(value));
}

}  // namespace

json to_json(const RankFacts& facts) {
  static const RankFacts usual;
  json result{{"rank", facts.rank}, {"events", facts.events}};
  put(result, "alive", facts.alive, usual.alive);
  put(result, "restarter", facts.restarter, usual.restarter);
  put(result, "stopped", facts.stopped, usual.stopped);
  put(result, "incomplete", facts.incomplete, usual.incomplete);
  put(result, "phase", facts.phase, usual.phase);
  put_all(result, "threads", facts.threads);
  put_all(result, "groups", facts.groups);
  put_all(result, "open", facts.open);
  put_all(result, "recent", facts.recent);
  put_all(result, "sites", facts.sites);
  if (!facts.keys_set.empty()) result["keys_set"] = facts.keys_set;
  return result;
}

json to_json(const Snapshot& snapshot) {
  json ranks = json::array();
  for (const RankFacts& facts : snapshot.ranks) ranks.push_back(to_json(facts));
  return {{"ranks", std::move(ranks)}};
}

}  // namespace gridlock::facts
