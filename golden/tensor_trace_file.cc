#include "golden/tensor_trace_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

namespace gridlock::golden {
namespace {

using nlohmann::json;

constexpr std::array kPhases = {"forward",   "loss",       "backward",
                                "gradients", "parameters", "optimizer"};

Phase phase_named(const std::string& name) {
  const auto found = std::ranges::find(kPhases, name);
  if (found == kPhases.end()) throw TensorTraceError("unknown phase '" + name + "'");
  return static_cast<Phase>(found - kPhases.begin());
}

// Reads a number. A number that is not finite is stored as a string and read as infinity.
double number_in(const json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::infinity();
}

TraceEntry read_entry(const json& row) {
  TraceEntry entry;
  entry.key = {row.at("step"), phase_named(row.at("phase")), row.at("name")};
  entry.dtype = row.at("dtype");
  entry.sizes = row.at("sizes").get<std::vector<std::uint64_t>>();
  entry.holders = row.at("holders");
  entry.unplaced = row.value("unplaced", false);
  entry.scale = row.at("scale");
  for (const json& part : row.at("parts"))
    entry.parts.push_back({part.at("tensor"), part.at("first")});
  for (const json& moved : row.at("moved"))
    entry.moved.push_back({number_in(moved.at(0)), number_in(moved.at(1))});
  return entry;
}

TensorFile opened(const std::filesystem::path& path) {
  try {
    return TensorFile(path);
  } catch (const TensorFileError& error) {
    throw TensorTraceError(error.what());
  }
}

}  // namespace

TensorTraceFile::TensorTraceFile(const std::filesystem::path& path) : file_(opened(path)) {
  const auto found = file_.metadata().find("taps");
  if (found == file_.metadata().end())
    throw TensorTraceError(path.string() + " has no tensor trace");
  try {
    for (const json& entry : json::parse(found->second)) entries_.push_back(read_entry(entry));
  } catch (const json::exception& error) {
    throw TensorTraceError(path.string() + ": " + error.what());
  }
}

const TraceEntry* TensorTraceFile::find(const TensorKey& key) const {
  const auto found = std::ranges::find(entries_, key, &TraceEntry::key);
  return found == entries_.end() ? nullptr : &*found;
}

const StoredTensor& TensorTraceFile::stored(const TensorPart& part) const {
  const auto found = file_.tensors().find(part.tensor);
  if (found == file_.tensors().end()) throw TensorTraceError("no tensor " + part.tensor);
  return found->second;
}

}  // namespace gridlock::golden
