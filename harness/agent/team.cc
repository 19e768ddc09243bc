#include "harness/agent/team.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/protocol/packet.h"
#include "harness/text/utf8.h"
#include "harness/trace/phase.h"

namespace gridlock::agent {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kProgressInterval{100};

bool readable(int fd) {
  pollfd wait{fd, POLLIN, 0};
  return poll(&wait, 1, 0) > 0;
}

}  // namespace

protocol::RankSpec spec_of(const protocol::Run& run, int rank, int local_rank,
                           int local_world_size) {
  protocol::RankSpec spec = run.spec;
  spec.rank = rank;
  spec.world_size = run.world_size;
  spec.local_rank = local_rank;
  spec.local_world_size = local_world_size;
  spec.tier = run.tier;
  if (run.devices.empty()) return spec;
  spec.device = "cuda";
  spec.device_index = run.devices.at(static_cast<std::size_t>(local_rank));
  return spec;
}

Team::Team(process::Fd spawner, protocol::RankBlock block, process::Fd store,
           const std::function<Environment(int rank)>& environment, Publish publish)
    : spawner_(std::move(spawner)), publish_(std::move(publish)) {
  std::vector<process::Fd> channels;
  for (int rank = block.first; rank < block.first + block.count; ++rank) {
    auto [mine, its] = protocol::stream_pair();
    ranks_.push_back({.rank = rank, .ring = trace::Ring::create(), .log = process::make_log()});
    links_.push_back({protocol::Channel(std::move(mine))});
    channels.push_back(std::move(its));
  }
  request_ranks(std::move(store), environment, std::move(channels));
}

void Team::request_ranks(process::Fd store, const std::function<Environment(int rank)>& environment,
                         std::vector<process::Fd> channels) {
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const inspect::LocalRank& rank = ranks_[i];
    std::vector<int> fds = {rank.ring.fd(), rank.log.get(), channels[i].get()};
    if (rank.rank == 0 && store) fds.push_back(store.get());
    const protocol::SpawnRequest request{rank.rank, environment(rank.rank)};
    try {
      protocol::send_packet(spawner_.get(), to_text(request), fds);
    } catch (const std::system_error&) {
      return;  // the spawner died at its start; handle() reports this
    }
  }
}

Team::~Team() {
  const process::ProcessTable& table = process::system_table();
  // Until the spawner has sent its pid, its socket is the only connection to it. Closing the socket
  // ends the spawner, and its ranks die with it.
  if (spawner_pid_ < 0) return;
  process::kill_descendants(table, spawner_pid_);
  table.kill(spawner_pid_, SIGKILL);
}

void Team::begin(const protocol::Run& run, bool last) {
  job_ = run.job;
  last_ = last;
  stream_ = run.stream;
  idle_ = false;
  const int local_world_size = static_cast<int>(ranks_.size());
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    Link& link = links_[i];
    link.reported_end = link.failed = false;
    process::clear_log(ranks_[i].log.get());
    link.output_sent = 0;
    const int local_rank = static_cast<int>(i);
    link.channel.send(to_json(spec_of(run, ranks_[i].rank, local_rank, local_world_size)));
    if (last) link.channel.finish_sending();
  }
}

void Team::handle() {
  publish_output(/*unfinished=*/false);
  // Reads the reports of the ranks before the events of the spawner, because a rank's last reports
  // precede the event of its end.
  for (std::size_t i = 0; i < ranks_.size(); ++i) handle_reports(i);
  while (spawner_ && readable(spawner_.get())) handle_spawner();
}

void Team::publish_output(bool unfinished) {
  for (std::size_t i = 0; stream_ && i < ranks_.size(); ++i) {
    const std::string text =
        process::new_lines(ranks_[i].log.get(), links_[i].output_sent, unfinished);
    if (text.empty()) continue;
    protocol::Output output{job_, ranks_[i].rank, {}};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      output.lines.push_back(text::printable(line));
    }
    publish_(output);
  }
}

void Team::handle_reports(std::size_t i) {
  Link& link = links_[i];
  link.channel.flush();
  for (json& message : link.channel.receive()) {
    link.reported_end |= protocol::is_end(message);
    link.failed |= protocol::is_error(message);
    publish_(protocol::Report{job_, ranks_[i].rank, std::move(message)});
  }
}

void Team::handle_spawner() {
  const auto packet = protocol::receive_packet(spawner_.get());
  if (!packet) {  // the spawner was killed, and its ranks died with it
    spawner_.reset();
    for (std::size_t i = 0; i < ranks_.size(); ++i) record_exit(i, 0, SIGKILL);
    return;
  }
  std::visit([this](const auto& event) { handle(event); },
             protocol::spawner_event_from_text(packet->text));
}

void Team::handle(const protocol::SpawnerReady& ready) {
  spawner_pid_ = ready.pid;
}

void Team::handle(const protocol::RankStarted& started) {
  if (const auto i = find(started.rank)) ranks_[*i].pid = started.pid;
}

void Team::handle(const protocol::RankEnded& ended) {
  const auto i = find(ended.rank);
  if (!i) return;
  handle_reports(*i);
  record_exit(*i, ended.exit_code, ended.signal);
}

void Team::record_exit(std::size_t i, int exit_code, int signal) {
  if (ranks_[i].exited) return;
  ranks_[i].exited = true;
  links_[i].failed |= signal != 0 || exit_code != 0 || !links_[i].reported_end;
  publish_(protocol::Exited{job_, ranks_[i].rank, exit_code, signal});
}

void Team::publish_progress() {
  std::uint64_t events = 0;
  protocol::Progress progress{job_, {}, {}};
  for (const inspect::LocalRank& rank : ranks_) {
    const trace::RingReader reader(rank.ring);
    events += reader.events();
    if (const auto state = reader.main_state()) {
      progress.ranks.push_back(rank.rank);
      progress.phases.push_back(trace::describe_phase(*state));
    }
  }
  const auto now = std::chrono::steady_clock::now();
  const bool phases_changed = progress.phases != phases_sent_;
  if (events == events_seen_ || (!phases_changed && now - progress_sent_ < kProgressInterval))
    return;
  events_seen_ = events;
  progress_sent_ = now;
  phases_sent_ = progress.phases;
  publish_(progress);
}

bool Team::local_ranks_done() const {
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const bool over = ranks_[i].exited || (!last_ && links_[i].reported_end);
    if (!over) return false;
  }
  return true;
}

bool Team::failed() const {
  return std::ranges::any_of(links_, &Link::failed);
}

bool Team::has_room() const {
  return std::ranges::all_of(ranks_, [](const inspect::LocalRank& rank) {
    const trace::RingReader reader(rank.ring);
    return reader.groups().size() < trace::kGroups / 2 && reader.lost().keys == 0;
  });
}

std::vector<int> Team::fds() const {
  std::vector<int> result;
  if (spawner_) result.push_back(spawner_.get());
  for (const Link& link : links_) {
    if (!link.channel.closed()) result.push_back(link.channel.fd());
  }
  return result;
}

std::optional<std::size_t> Team::find(int rank) const {
  const auto found = std::ranges::find(ranks_, rank, &inspect::LocalRank::rank);
  if (found == ranks_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - ranks_.begin());
}

}  // namespace gridlock::agent
