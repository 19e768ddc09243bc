#include "harness/inspect/rank_files.h"

#include <fmt/format.h>

#include <string>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/protocol/evidence_files.h"
#include "harness/trace/describe.h"

namespace gridlock::inspect {
namespace {

// Returns the live threads and their origins as text.
std::string threads(const trace::RingReader& reader) {
  std::string text;
  for (const trace::ThreadRecord& thread : reader.threads()) {
    text += fmt::format("thread {} {}: {}{}\n", thread.thread, thread.name, thread.origin,
                        thread.in_program ? ", in a callback of the program" : "");
  }
  return text;
}

// Returns the events, one per line: seconds since the first event of the thread, and a description.
std::string history(const trace::Ring& ring) {
  std::string text;
  const trace::RingReader reader(ring);
  const trace::Names names = trace::names_of(reader);
  for (const trace::LaneSnapshot& lane : reader.snapshot()) {
    const std::string whose = lane.thread == 0 ? "backend threads and ended threads"
                                               : fmt::format("thread {}", lane.thread);
    text +=
        fmt::format("{} (events: {}, overwritten: {})\n", whose, lane.written, lane.overwritten);
    for (const trace::Record& record : lane.log) {
      const double seconds = static_cast<double>(record.time_ns - lane.log.front().time_ns) / 1e9;
      text += fmt::format("{:10.3f} s  {}\n", seconds, trace::describe(record, names));
    }
  }
  return text + threads(reader);
}

void write(const std::filesystem::path& path, const std::string& text, Written& written) {
  const bool succeeded = process::write_text(path, text);
  written.any |= succeeded;
  written.all &= succeeded;
}

}  // namespace

Written write_logs(const std::filesystem::path& folder, std::span<const LocalRank> ranks) {
  Written written;
  std::error_code ignored;  // without the folder, the writes fail
  for (const LocalRank& member : ranks) {
    const std::string log = member.log ? process::read_log(member.log.get()) : "";
    if (log.empty()) continue;
    std::filesystem::create_directories(folder, ignored);
    write(folder / protocol::log_file(member.rank), log, written);
  }
  return written;
}

Written write_rank_files(const std::filesystem::path& folder, std::span<const LocalRank> ranks) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  Written written = write_logs(folder, ranks);
  for (const LocalRank& member : ranks) {
    const std::string name = fmt::format("rank{}.events.txt", member.rank);
    write(folder / name, history(member.ring), written);
  }
  return written;
}

}  // namespace gridlock::inspect
