#include "harness/cli/ablation_json.h"

#include <nlohmann/json.hpp>

#include "minimizer/tasks/minimize_task.h"

namespace gridlock::cli {
namespace {

using Json = nlohmann::ordered_json;
using minimizer::Ablated;
using minimizer::Ablation;

const char* outcome_word(minimizer::AblationOutcome outcome) {
  static constexpr const char* kWords[] = {"done",     "uncompiled",  "passes", "flaky",
                                           "too slow", "interrupted", "budget"};
  return kWords[static_cast<int>(outcome)];
}

Json regions_of(const Ablated& ablated) {
  Json regions = Json::array();
  int id = 0;
  for (const minimizer::Region& region : ablated.survey.regions) {
    regions.push_back({{"number", id + 1},
                       {"name", region.name},
                       {"place", region.place},
                       {"needed", ablated.ablation.regions.contains(id)}});
    ++id;
  }
  return regions;
}

Json finding_of(const Ablation& found) {
  Json json = {{"first_backend", backend_of(*found.first)},
               {"component", component_of(*found.first)},
               {"contradiction", found.contradiction}};
  json["gone_with"] = Json::object();
  for (const minimizer::Flip& flip : found.gone_with) {
    json["gone_with"][flip.entry] = Json::parse(flip.value);
  }
  if (const auto& culprit = found.culprit) {
    json["needs_pass"] = {{"subsystem", culprit->subsystem},
                          {"number", culprit->number},
                          {"applied", culprit->applied},
                          {"name", culprit->name}};
  }
  json["variables"] = found.variables;
  return json;
}

const char* shows_word(minimizer::Shows shows) {
  static constexpr const char* kWords[] = {"yes", "no", "not available"};
  return kWords[static_cast<int>(shows)];
}

Json versions_of(const minimizer::VersionResult& versions) {
  Json json = {{"first_seen", versions.first_seen},
               {"oldest_seen", versions.oldest_seen},
               {"gone_in", versions.gone_in},
               {"newest_seen", versions.newest_seen},
               {"asked", Json::array()}};
  for (const minimizer::VersionAnswer& answer : versions.answers) {
    json["asked"].push_back(
        {{"torch", answer.torch}, {"shows", shows_word(answer.shows)}, {"words", answer.words}});
  }
  return json;
}

}  // namespace

std::string json_text(const Ablated& ablated, const minimizer::VersionResult& versions,
                      const minimizer::MinimizeTask& task) {
  const auto& measured = ablated.measured;
  Json json = {{"script", task.name},
               {"ranks", task.request.launch.ranks},
               {"outcome", outcome_word(ablated.outcome)},
               {"failures", measured.failures},
               {"runs", measured.runs}};
  if (measured.signature) {
    json["failure"] = to_string(*measured.signature);
    json["sentence"] = measured.sentence;
  }
  json["regions"] = regions_of(ablated);
  if (ablated.ablation.first) {
    json["found"] = finding_of(ablated.ablation);
    json["words"] = sentence_of(ablated.ablation, ablated.survey);
  }
  if (!versions.answers.empty()) json["torch"] = versions_of(versions);
  json["asked"] = ablated.asked;
  json["cached"] = ablated.cached;
  json["seconds"] = ablated.seconds;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gridlock::cli
