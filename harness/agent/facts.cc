#include "harness/agent/facts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "harness/prover/from_record.h"
#include "harness/trace/clock.h"
#include "harness/trace/phase.h"

namespace gridlock::agent {
namespace {

using prover::Call;
using prover::RankFacts;
using prover::Thread;
using prover::Wait;
using trace::Kind;

constexpr std::size_t kRecentCalls = 256;
constexpr std::int64_t kSoonMs = 60'000;  // a wait that ends by itself sooner is alive

// A rank may have written any number as its group.
const trace::GroupRecord* group_of(const std::vector<trace::GroupRecord>& groups,
                                   std::uint32_t index) {
  return index < groups.size() ? &groups[index] : nullptr;
}

const std::map<Kind, Wait::On> kWaits = {{Kind::kIssue, Wait::On::kIssue},
                                         {Kind::kWait, Wait::On::kCall},
                                         {Kind::kStoreWait, Wait::On::kStore},
                                         {Kind::kBuild, Wait::On::kBuild},
                                         {Kind::kBackward, Wait::On::kBackward}};

// What a lane's blocked state says; nothing while its thread runs.
std::optional<Wait> wait_of(const std::optional<trace::Record>& blocked, std::uint64_t now) {
  if (!blocked || !kWaits.contains(blocked->kind)) return std::nullopt;
  Wait wait;
  wait.on = kWaits.at(blocked->kind);
  wait.call = blocked->call;
  wait.key = blocked->site;
  wait.group = static_cast<int>(blocked->group);
  wait.since_ns = blocked->time_ns;
  if (blocked->aux > 0) {
    const std::uint64_t end = blocked->time_ns + blocked->aux * std::uint64_t{1'000'000};
    const std::int64_t left = end > now ? static_cast<std::int64_t>((end - now) / 1'000'000) : 0;
    // A store waits for half an hour unless it is told otherwise; a call only when it is told to.
    if (left < kSoonMs || wait.on == Wait::On::kCall) wait.gives_up_ms = left;
  }
  return wait;
}

std::vector<int> ranks_of(const std::vector<pid_t>& processes, const std::vector<Member>& ranks) {
  std::vector<int> result;
  for (const Member& member : ranks) {
    if (std::ranges::count(processes, member.pid) > 0) result.push_back(member.rank);
  }
  return result;
}

// Within backward a thread may compute, or sleep for reasons of its own: it waits for a future only
// while it sleeps for a condition.
bool is_certain(const Wait& wait, const KernelThread& kernel) {
  return wait.on != Wait::On::kBackward || kernel.on_futex;
}

// Which threads of a rank its backends have made for themselves.
class BackendThreads {
 public:
  explicit BackendThreads(const trace::RingReader& reader,
                          const std::vector<trace::LaneSnapshot>& lanes)
      : made_(as_set(reader.library_threads())), before_(as_set(reader.program_threads())) {
    making_ = std::ranges::any_of(lanes, [](const trace::LaneSnapshot& lane) {
      return lane.blocked && (lane.blocked->kind == Kind::kBuild || connects(*lane.blocked));
    });
  }

  bool contains(std::uint64_t thread) const {
    return made_.contains(thread) || (making_ && !before_.contains(thread));
  }

 private:
  static bool connects(const trace::Record& blocked) {
    return blocked.kind == Kind::kIssue && (blocked.flags & trace::kConnects) != 0;
  }
  static std::set<std::uint64_t> as_set(const std::vector<std::uint64_t>& threads) {
    return {threads.begin(), threads.end()};
  }
  std::set<std::uint64_t> made_;
  std::set<std::uint64_t> before_;  // what is not in it was made by a backend in the making
  bool making_ = false;
};

bool in_backward(const std::vector<trace::LaneSnapshot>& lanes) {
  return std::ranges::any_of(lanes, [](const trace::LaneSnapshot& lane) {
    return lane.blocked && lane.blocked->kind == Kind::kBackward;
  });
}

// autograd's threads, one for each GPU, issue calls during backward and have nothing to do besides.
bool is_between_backwards(const KernelThread& kernel,
                          const std::vector<trace::LaneSnapshot>& lanes) {
  return kernel.name.starts_with("pt_autograd") && kernel.state != 'R' && !in_backward(lanes);
}

// What the ring knows of a kernel thread and the kernel of it.
Thread thread_of(const KernelThread& kernel, const trace::LaneSnapshot* lane, bool of_backend,
                 bool rests, std::uint64_t now) {
  Thread thread;
  thread.id = kernel.id;
  thread.name = kernel.name;
  thread.switches = kernel.switches;
  const auto wait = lane != nullptr ? wait_of(lane->blocked, now) : std::nullopt;
  if (wait && is_certain(*wait, kernel)) {
    thread.state = Thread::State::kBlocked;
    thread.wait = *wait;
  } else if (lane == nullptr && (of_backend || is_library_thread(kernel.name))) {
    thread.state = Thread::State::kLibrary;
  } else if (lane == nullptr || rests) {
    thread.state = kernel.state == 'R' ? Thread::State::kRunning : Thread::State::kIdle;
  }
  return thread;
}

void add_threads(const Member& member, const std::vector<Member>& ranks,
                 const std::vector<KernelThread>& threads,
                 const std::vector<trace::LaneSnapshot>& lanes, RankFacts& facts) {
  const std::uint64_t now = trace::now_ns();
  const BackendThreads of_backends(trace::RingReader(member.ring), lanes);
  for (const KernelThread& kernel : threads) {
    const auto id = static_cast<std::uint64_t>(kernel.id);
    const auto lane = std::ranges::find(lanes, id, &trace::LaneSnapshot::thread);
    facts.threads.push_back(thread_of(kernel, lane == lanes.end() ? nullptr : &*lane,
                                      of_backends.contains(id), is_between_backwards(kernel, lanes),
                                      now));
    facts.stopped |= kernel.state == 'T';
  }
  facts.alive = !threads.empty();
  const std::vector<int> holders = ranks_of(lock_holders(member.pid), ranks);
  if (holders.empty()) return;
  // The kernel names the process that waits, not the thread. Where one alone could, it is that one.
  const auto runs = [](const Thread& thread) { return thread.state == Thread::State::kRunning; };
  if (std::ranges::count_if(facts.threads, runs) != 1) return;
  Thread& thread = *std::ranges::find_if(facts.threads, runs);
  const auto kernel = std::ranges::find(threads, thread.id, &KernelThread::id);
  if (kernel == threads.end() || kernel->state == 'R') return;
  thread.state = Thread::State::kBlocked;
  thread.wait.on = Wait::On::kLock;
  thread.wait.holders = holders;
}

// Completed calls that the logs still have, in order of issue.
std::vector<Call> recent_calls(const std::vector<trace::LaneSnapshot>& lanes,
                               const std::vector<trace::GroupRecord>& groups,
                               const std::vector<Call>& open) {
  std::vector<Call> calls;
  for (const trace::LaneSnapshot& lane : lanes) {
    for (const trace::Record& record : lane.log) {
      const bool is_open = std::ranges::binary_search(open, record.call, {}, &Call::number);
      if (record.kind == Kind::kCall && !is_open)
        calls.push_back(prover::to_call(record, group_of(groups, record.group)));
    }
  }
  std::ranges::sort(calls, {}, &Call::number);
  if (calls.size() > kRecentCalls) calls.erase(calls.begin(), calls.end() - kRecentCalls);
  return calls;
}

std::vector<prover::Site> sites_of(const trace::RingReader& reader, const RankFacts& facts) {
  std::set<std::uint64_t> wanted;
  for (const Call& call : facts.open) wanted.insert(call.site);
  for (const Call& call : facts.recent) wanted.insert(call.site);
  std::vector<prover::Site> sites;
  for (const trace::Site& site : reader.sites()) {
    if (wanted.contains(site.site)) sites.push_back({site.site, site.place});
  }
  return sites;
}

}  // namespace

RankFacts facts_of(const Member& member, const std::vector<Member>& ranks,
                   const ThreadsOf& threads_of) {
  const trace::RingReader reader(member.ring);
  RankFacts facts;
  facts.rank = member.rank;
  // First, so that whatever happens while the rest is read makes the next snapshot differ.
  facts.events = reader.events();
  const auto groups = reader.groups();
  for (const trace::GroupRecord& group : groups) {
    facts.groups.push_back(prover::to_group(group));
    std::string& description = facts.groups.back().description;
    if (description == "undefined") description.clear();  // torch's word for none
  }
  for (const trace::OpenCall& call : reader.open_calls()) {
    facts.open.push_back(prover::to_call(call.record, group_of(groups, call.record.group)));
    facts.open.back().after = call.after;
  }
  const auto lanes = reader.snapshot();
  facts.recent = recent_calls(lanes, groups, facts.open);
  facts.sites = sites_of(reader, facts);
  facts.keys_set = reader.keys_set();
  facts.incomplete = reader.lost() > 0 || reader.dropped() > 0;
  if (const auto state = reader.main_state()) facts.phase = trace::describe_phase(*state);
  facts.alive = !member.exited;
  if (member.pid < 0) facts.incomplete = true;  // not born yet: it will do something
  if (member.pid > 0 && !member.exited) {
    add_threads(member, ranks, threads_of(member.pid), lanes, facts);
  }
  return facts;
}

std::vector<RankFacts> facts_of(const std::vector<Member>& members, const ThreadsOf& threads_of) {
  std::vector<RankFacts> facts;
  for (const Member& member : members) facts.push_back(facts_of(member, members, threads_of));
  return facts;
}

std::uint64_t events_of(const std::vector<Member>& members) {
  std::uint64_t events = 0;
  for (const Member& member : members) events += trace::RingReader(member.ring).events();
  return events;
}

std::uint64_t last_event_ns(const Member& member) {
  std::uint64_t last = 0;
  for (const auto& lane : trace::RingReader(member.ring).snapshot()) {
    if (!lane.log.empty()) last = std::max(last, lane.log.back().time_ns);
  }
  return last;
}

std::uint64_t last_event_ns(const std::vector<Member>& members) {
  std::uint64_t last = 0;
  for (const Member& member : members) last = std::max(last, last_event_ns(member));
  return last;
}

}  // namespace gridlock::agent
