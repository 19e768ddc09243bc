#include "harness/inspect/facts.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "harness/inspect/from_record.h"
#include "harness/inspect/idle_threads.h"
#include "harness/inspect/outside_processes.h"
#include "harness/inspect/store_clients.h"
#include "harness/inspect/threads.h"
#include "harness/trace/clock.h"
#include "harness/trace/phase.h"

namespace gridlock::inspect {
namespace {

using facts::Call;
using facts::RankFacts;
using facts::Thread;
using facts::Wait;
using trace::Kind;

constexpr std::size_t kRecentCalls = 256;

// Returns the group with this index, or null if there is none. A rank may write any index.
const trace::GroupRecord* group_of(const std::vector<trace::GroupRecord>& groups,
                                   std::uint32_t index) {
  return index < groups.size() ? &groups[index] : nullptr;
}

std::vector<int> ranks_of(const std::vector<pid_t>& processes,
                          const std::vector<LocalRank>& ranks) {
  std::vector<int> result;
  for (const LocalRank& member : ranks) {
    if (std::ranges::count(processes, member.pid) > 0) result.push_back(member.rank);
  }
  return result;
}

// Finds the thread that waits for a file lock, and makes it blocked by the ranks that hold the
// lock. The kernel names only the process that waits, so exactly one of its threads must sleep in
// such a call. If a holder is not a rank, the thread stays doubtful, because this holder may do
// anything.
void add_file_lock(const LocalRank& member, const std::vector<LocalRank>& ranks,
                   const std::vector<KernelThread>& kernel, RankFacts& facts) {
  const auto waits = [](const KernelThread& thread) {
    return thread.system_call.sleep == Sleep::kFileLock;
  };
  if (std::ranges::count_if(kernel, waits) != 1) return;
  const std::vector<pid_t> processes = lock_holders(member.pid);
  const std::vector<int> holders = ranks_of(processes, ranks);
  if (holders.empty() || holders.size() != processes.size()) return;
  const auto id = std::ranges::find_if(kernel, waits)->id;
  const auto thread = std::ranges::find(facts.threads, id, &Thread::id);
  if (thread == facts.threads.end() || thread->state != Thread::State::kDoubtful) return;
  thread->state = Thread::State::kBlocked;
  thread->doing.clear();
  thread->wait.on = Wait::On::kLock;
  thread->wait.holders = holders;
}

void add_threads(const LocalRank& member, const std::vector<LocalRank>& ranks,
                 const std::vector<KernelThread>& kernel, const RecordedThreads& recorded,
                 RankFacts& facts) {
  facts.threads = classify_threads(kernel, recorded, trace::now_ns());
  classify_idle_threads(member.pid, recorded.origins, facts.threads);
  facts.alive = !facts.threads.empty();
  for (const KernelThread& thread : kernel) facts.stopped |= thread.state == 'T';
  add_file_lock(member, ranks, kernel, facts);
}

// Returns text about each process that is not a rank of the job but may set a key of the store at
// `port`.
std::vector<std::string> setters_besides(const LocalRank& member,
                                         const std::vector<LocalRank>& ranks, int port) {
  const auto& table = process::system_table();
  std::vector<pid_t> processes;
  for (const LocalRank& rank : ranks) processes.push_back(rank.pid);
  const pid_t root = root_of(table, processes);
  const auto own = own_processes(table, root, processes);
  processes.insert(processes.end(), own.begin(), own.end());
  processes.push_back(getpid());
  std::vector<std::string> doubts = outside_processes(table, root, processes);
  std::ranges::move(other_store_clients(member.pid, port, processes), std::back_inserter(doubts));
  return doubts;
}

void add_doubts_of_stores(const LocalRank& member, const std::vector<LocalRank>& ranks,
                          const std::vector<trace::LaneSnapshot>& lanes, RankFacts& facts) {
  for (Thread& thread : facts.threads) {
    const auto id = static_cast<std::uint64_t>(thread.id);
    const auto lane = std::ranges::find(lanes, id, &trace::LaneSnapshot::thread);
    const bool waits =
        thread.state == Thread::State::kBlocked && thread.wait.on == Wait::On::kStore;
    if (!waits || lane == lanes.end() || !lane->blocked) continue;
    const int port = lane->blocked->tag;
    if (port == trace::kUnknownStore) {
      thread.wait.doubts.emplace_back("it is unknown which processes may set keys of the store");
    } else if (port != trace::kOwnStore) {
      std::ranges::move(setters_besides(member, ranks, port),
                        std::back_inserter(thread.wait.doubts));
    }
  }
}

// Adds the keys that threads are setting. A thread that is kept out of the store sets none before
// it has entered the store.
void add_keys_set(const std::vector<trace::LaneSnapshot>& lanes, RankFacts& facts) {
  for (const trace::LaneSnapshot& lane : lanes) {
    if (!lane.blocked || lane.blocked->kind != Kind::kStoreSetting) continue;
    const auto thread =
        std::ranges::find(facts.threads, static_cast<std::int64_t>(lane.thread), &Thread::id);
    const bool kept_out = thread != facts.threads.end() &&
                          thread->state == Thread::State::kBlocked &&
                          thread->wait.on == Wait::On::kThread;
    if (kept_out) continue;
    for (const trace::StoreKey& key : lane.keys) facts.keys_set.push_back(key.hash);
    facts.keys_incomplete |= lane.blocked->count > lane.keys.size();
  }
}

// Returns the completed calls that are still in the logs, in order of issue.
std::vector<Call> recent_calls(const std::vector<trace::LaneSnapshot>& lanes,
                               const std::vector<trace::GroupRecord>& groups,
                               const std::vector<Call>& open) {
  std::vector<Call> calls;
  for (const trace::LaneSnapshot& lane : lanes) {
    for (const trace::Record& record : lane.log) {
      const bool is_open = std::ranges::binary_search(open, record.call, {}, &Call::number);
      if (record.kind == Kind::kCall && !is_open)
        calls.push_back(to_call(record, group_of(groups, record.group)));
    }
  }
  std::ranges::sort(calls, {}, &Call::number);
  if (calls.size() > kRecentCalls) calls.erase(calls.begin(), calls.end() - kRecentCalls);
  return calls;
}

// Returns the ms until the call times out. -1 means never or unknown. The group's timeout applies
// to calls that have recorded none.
std::int64_t left_of(const trace::Record& call, const trace::GroupRecord* group) {
  const std::uint32_t of_group = group != nullptr ? group->timeout_ms : 0;
  const std::uint32_t timeout_ms = call.aux > 0 ? call.aux : of_group;
  return timeout_ms == 0 ? -1 : trace::left_ms(call.time_ns, timeout_ms, trace::now_ns());
}

std::vector<facts::Site> sites_of(const trace::RingReader& reader, const RankFacts& facts) {
  std::set<std::uint64_t> wanted;
  for (const Call& call : facts.open) wanted.insert(call.site);
  for (const Call& call : facts.recent) wanted.insert(call.site);
  std::vector<facts::Site> sites = reader.sites();
  std::erase_if(sites, [&](const facts::Site& site) { return !wanted.contains(site.site); });
  return sites;
}

// Returns the exception that a waiting thread is handling. Prefers the main thread. A running
// thread does not count, because it may have finished handling the exception.
std::optional<facts::Handling> handling_of(const std::vector<trace::LaneSnapshot>& lanes,
                                           const LocalRank& member) {
  std::optional<facts::Handling> found;
  for (const trace::LaneSnapshot& lane : lanes) {
    const bool waits = lane.blocked && lane.blocked->kind != Kind::kNone && lane.thread != 0;
    if (member.exited || !waits || lane.handling.error.empty()) continue;
    const bool is_main = static_cast<pid_t>(lane.thread) == member.pid;
    if (is_main || !found) found = lane.handling;
    if (is_main) break;
  }
  return found;
}

// Adds the names of the modules that calls refer to, and renumbers the modules of these calls.
void add_modules(const std::vector<std::string>& of_ring, RankFacts& facts) {
  std::map<int, int> kept;
  for (auto* calls : {&facts.recent, &facts.open}) {
    for (Call& call : *calls) {
      const auto number = static_cast<std::size_t>(call.module);
      if (call.module < 0 || number >= of_ring.size()) {
        call.module = -1;
        continue;
      }
      const auto [known, is_new] = kept.try_emplace(call.module, static_cast<int>(kept.size()));
      if (is_new) facts.modules.push_back(of_ring[number]);
      call.module = known->second;
    }
  }
}

// Returns whether a member is negative. A rank can write anything into its ring.
bool has_impossible_member(const facts::Group& group) {
  return std::ranges::any_of(group.members, [](int rank) { return rank < 0; });
}

// Returns the process that may start the rank again, or "" if there is none.
std::string restarter_of(const LocalRank& member) {
  if (member.launcher <= 0) return "";
  std::ifstream file("/proc/" + std::to_string(member.launcher) + "/comm");
  std::string name;
  if (!std::getline(file, name)) return "";
  return "process " + std::to_string(member.launcher) + " (" + name + ")";
}

}  // namespace

RankFacts facts_of(const LocalRank& member, const std::vector<LocalRank>& ranks,
                   const ThreadsOf& threads_of) {
  const trace::RingReader reader(member.ring);
  RankFacts facts;
  facts.rank = member.rank;
  // The event count is read first, so that an event during the later reads makes the next snapshot
  // differ.
  facts.events = reader.events();
  const auto groups = reader.groups();
  for (const trace::GroupRecord& group : groups) {
    facts.groups.push_back(group);  // drops the timeout
    std::string& description = facts.groups.back().description;
    if (description == "undefined") description.clear();  // torch's word for no description
  }
  for (const trace::CallRecord& call : reader.open_calls()) {
    const trace::GroupRecord* group = group_of(groups, call.record.group);
    facts.open.push_back(to_call(call.record, group));
    facts.open.back().after = call.after;
    facts.open.back().times_out_ms = left_of(call.record, group);
  }
  const auto lanes = reader.snapshot();
  facts.recent = recent_calls(lanes, groups, facts.open);
  facts.sites = sites_of(reader, facts);
  add_modules(reader.modules(), facts);
  facts.handling = handling_of(lanes, member);
  const trace::Lost lost = reader.lost();
  facts.incomplete = lost.groups > 0 || lost.calls > 0;
  const auto state = reader.main_state();
  if (state && state->kind == Kind::kPhase) facts.phase = trace::describe_phase(*state);
  facts.alive = !member.exited;
  if (member.exited) facts.restarter = restarter_of(member);
  if (!member.raised.empty()) facts.incomplete = true;  // the process is about to end
  facts.incomplete |= std::ranges::any_of(facts.groups, has_impossible_member);
  if (member.left) facts.incomplete = true;     // other members depend on its work in another job
  if (member.pid < 0) facts.incomplete = true;  // the rank will still be started
  if (member.pid > 0 && !member.exited) {
    const auto kernel = threads_of(member.pid);
    const bool futures = std::ranges::any_of(facts.open, &Call::future_taken);
    add_threads(
        member, ranks, kernel,
        {lanes, reader.threads(), reader.driver_waits(), futures, reader.functions_pending(),
         [&](pid_t thread) { return owner_of_mutex(member.pid, thread); }},
        facts);
    add_doubts_of_stores(member, ranks, lanes, facts);
  }
  // The table is read after the lanes: a key that a thread was setting then is in one of them.
  add_keys_set(lanes, facts);
  std::ranges::copy(reader.keys_set(), std::back_inserter(facts.keys_set));
  facts.keys_incomplete |= lost.keys > 0;
  return facts;
}

std::vector<RankFacts> facts_of(const std::vector<LocalRank>& ranks, const ThreadsOf& threads_of) {
  std::vector<RankFacts> facts;
  for (const LocalRank& member : ranks) facts.push_back(facts_of(member, ranks, threads_of));
  return facts;
}

std::uint64_t events_of(const std::vector<LocalRank>& ranks) {
  std::uint64_t events = 0;
  for (const LocalRank& member : ranks) events += trace::RingReader(member.ring).events();
  return events;
}

std::uint64_t last_event_ns(const LocalRank& member) {
  std::uint64_t last = 0;
  for (const auto& lane : trace::RingReader(member.ring).snapshot()) {
    if (!lane.log.empty()) last = std::max(last, lane.log.back().time_ns);
  }
  return last;
}

std::uint64_t last_event_ns(const std::vector<LocalRank>& ranks) {
  std::uint64_t last = 0;
  for (const LocalRank& member : ranks) last = std::max(last, last_event_ns(member));
  return last;
}

}  // namespace gridlock::inspect
