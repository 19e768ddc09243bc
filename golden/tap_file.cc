#include "golden/tap_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace gridlock::golden {
namespace {

using nlohmann::json;

constexpr std::array kPhases = {"forward",   "loss",       "backward",
                                "gradients", "parameters", "optimizer"};

Phase phase_named(const std::string& name) {
  const auto found = std::ranges::find(kPhases, name);
  if (found == kPhases.end()) throw TapsError("unknown phase '" + name + "'");
  return static_cast<Phase>(found - kPhases.begin());
}

// Numbers that are not finite are stored as words.
double number_in(const json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::infinity();
}

WrittenTap read_tap(const json& entry) {
  WrittenTap tap;
  tap.key = {entry.at("step"), phase_named(entry.at("phase")), entry.at("name")};
  tap.dtype = entry.at("dtype");
  tap.sizes = entry.at("sizes").get<std::vector<std::uint64_t>>();
  tap.holders = entry.at("holders");
  tap.unplaced = entry.value("unplaced", false);
  tap.scale = entry.at("scale");
  for (const json& part : entry.at("parts"))
    tap.parts.push_back({part.at("tensor"), part.at("first")});
  for (const json& moved : entry.at("moved"))
    tap.moved.push_back({number_in(moved.at(0)), number_in(moved.at(1))});
  return tap;
}

TensorFile opened(const std::filesystem::path& path) {
  try {
    return TensorFile(path);
  } catch (const TensorFileError& error) {
    throw TapsError(error.what());
  }
}

}  // namespace

TapFile::TapFile(const std::filesystem::path& path) : file_(opened(path)) {
  const auto taps = file_.metadata().find("taps");
  if (taps == file_.metadata().end()) throw TapsError(path.string() + " has no taps");
  try {
    for (const json& entry : json::parse(taps->second)) taps_.push_back(read_tap(entry));
  } catch (const json::exception& error) {
    throw TapsError(path.string() + ": " + error.what());
  }
}

const WrittenTap* TapFile::find(const TapKey& key) const {
  const auto found = std::ranges::find(taps_, key, &WrittenTap::key);
  return found == taps_.end() ? nullptr : &*found;
}

const StoredTensor& TapFile::stored(const TapPart& part) const {
  const auto found = file_.tensors().find(part.tensor);
  if (found == file_.tensors().end()) throw TapsError("no tensor " + part.tensor);
  return found->second;
}

}  // namespace gridlock::golden
