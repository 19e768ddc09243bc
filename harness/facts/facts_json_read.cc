#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/facts/facts_json.h"
#include "harness/facts/facts_words.h"
#include "harness/text/rank_list.h"

namespace gridlock::facts {
namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what);
}

// One read() for each type of a field; each throws when the JSON is of another kind.
void read(const json& value, bool& result) {
  if (!value.is_boolean()) fail("true or false is expected");
  result = value.get<bool>();
}

void read(const json& value, std::string& result) {
  if (!value.is_string()) fail("a text is expected");
  result = value.get<std::string>();
}

template <std::integral T>
void read(const json& value, T& result) {
  if (!value.is_number_integer()) fail("a whole number is expected");
  const bool within = value.is_number_unsigned() ? std::in_range<T>(value.get<std::uint64_t>())
                                                 : std::in_range<T>(value.get<std::int64_t>());
  if (!within) fail("the number is out of range");
  result = value.get<T>();
}

template <std::size_t kCount, typename T>
void read_word(const std::array<std::string_view, kCount>& words, const json& value, T& result) {
  std::string word;
  read(value, word);
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) fail("'" + word + "' is unknown");
  result = static_cast<T>(found - words.begin());
}

void read(const json& value, Wait::On& on) {
  read_word(kWaits, value, on);
}
void read(const json& value, Thread::State& state) {
  read_word(kStates, value, state);
}

void read(const json& value, trace::Op& op) {
  std::uint16_t number = 0;
  read(value, number);
  op = static_cast<trace::Op>(number);
}

// A run of ranks.
void read(const json& value, std::vector<int>& ranks) {
  std::string text;
  read(value, text);
  ranks = text::parse_rank_list(text);
}

void read(const json& value, Group& group);
void read(const json& value, Call& call);
void read(const json& value, Site& site);
void read(const json& value, Wait& wait);
void read(const json& value, Thread& thread);

template <typename T>
void read(const json& value, std::vector<T>& list) {
  if (!value.is_array()) fail("a list is expected");
  for (const json& element : value) read(element, list.emplace_back());
}

// An object's fields, one by one; finish() refuses what was not asked for.
class Fields {
 public:
  explicit Fields(const json& object) : object_(object) {
    if (!object.is_object()) fail("an object is expected");
  }

  template <typename T>
  Fields& get(const char* name, T& value) {
    const auto found = object_.find(name);
    if (found == object_.end()) return *this;
    ++known_;
    try {
      read(*found, value);
    } catch (const std::exception& error) {
      fail(std::string(name) + ": " + error.what());
    }
    return *this;
  }

  void finish() const {
    if (known_ != object_.size()) fail("there is an unknown field");
  }

 private:
  const json& object_;
  std::size_t known_ = 0;
};

void read(const json& value, Group& group) {
  Fields(value)
      .get("name", group.name)
      .get("description", group.description)
      .get("members", group.members)
      .get("creation", group.creation)
      .get("backend", group.backend)
      .get("enqueued", group.enqueued)
      .get("connected", group.connected)
      .get("workers", group.workers)
      .finish();
}

void read(const json& value, Call& call) {
  Fields(value)
      .get("number", call.number)
      .get("group", call.group)
      .get("op", call.op)
      .get("seq", call.seq)
      .get("peer", call.peer)
      .get("tag", call.tag)
      .get("dtype", call.dtype)
      .get("reduce_op", call.reduce_op)
      .get("count", call.count)
      .get("shape_hash", call.shape_hash)
      .get("site", call.site)
      .get("after", call.after)
      .get("async", call.async)
      .get("future_taken", call.future_taken)
      .get("compiling", call.compiling)
      .get("gives_up_ms", call.times_out_ms)
      .finish();
}

void read(const json& value, Site& site) {
  Fields(value).get("site", site.site).get("place", site.place).finish();
}

void read(const json& value, Wait& wait) {
  Fields(value)
      .get("on", wait.on)
      .get("call", wait.call)
      .get("key", wait.key)
      .get("group", wait.group)
      .get("gives_up_ms", wait.times_out_ms)
      .get("since_ns", wait.since_ns)
      .get("holders", wait.holders)
      .get("doubts", wait.doubts)
      .finish();
}

void read(const json& value, Thread& thread) {
  Fields(value)
      .get("id", thread.id)
      .get("name", thread.name)
      .get("state", thread.state)
      .get("main", thread.main)
      .get("wait", thread.wait)
      .get("doing", thread.doing)
      .get("switches", thread.switches)
      .finish();
}

}  // namespace

RankFacts rank_facts_from_json(const json& value) {
  RankFacts facts;
  Fields(value)
      .get("rank", facts.rank)
      .get("alive", facts.alive)
      .get("restarter", facts.restarter)
      .get("stopped", facts.stopped)
      .get("events", facts.events)
      .get("incomplete", facts.incomplete)
      .get("threads", facts.threads)
      .get("groups", facts.groups)
      .get("open", facts.open)
      .get("recent", facts.recent)
      .get("keys_set", facts.keys_set)
      .get("phase", facts.phase)
      .get("sites", facts.sites)
      .finish();
  return facts;
}

Snapshot snapshot_from_json(const json& value) {
  if (!value.is_object() || !value.contains("ranks") || value.size() != 1 ||
      !value["ranks"].is_array()) {
    fail("a snapshot is an object with a list 'ranks'");
  }
  Snapshot snapshot;
  for (const json& rank : value["ranks"]) {
    try {
      snapshot.ranks.push_back(rank_facts_from_json(rank));
    } catch (const std::exception& error) {
      fail("rank " + std::to_string(snapshot.ranks.size()) + ": " + error.what());
    }
    if (snapshot.ranks.back().rank + 1 != static_cast<int>(snapshot.ranks.size())) {
      fail("ranks are expected in order, from 0");
    }
  }
  return snapshot;
}

}  // namespace gridlock::facts
