#include <fmt/format.h>

#include "harness/page/sections.h"
#include "harness/report/causes.h"
#include "harness/text/quantity.h"
#include "matrix/causes/causes.h"

namespace gridlock::page {
namespace {

using matrix::causes::Cause;
using Observations = std::vector<matrix::causes::Observation>;

void add_fact(Element list, std::string_view name, std::string_view value) {
  list.add("dt", name);
  list.add("dd").add("code", value);
}

void add_cause(Element section, const RunPage& run, const Observations& observations,
               const Cause& cause) {
  const auto id = [&](std::size_t cell) { return observations[cell].cell.id; };
  Element article = section.add("article");
  article.add("h3").add("code", matrix::causes::text_of(cause.conjunction));
  article.add(
      "p", fmt::format("{}: {}", text::count_of(cause.failures.size(), "failure"),
                       report::verdicts_text(run.summary.records, observations, cause.failures)));
  Element facts = article.add("dl");
  for (const auto& other : cause.alternatives)
    add_fact(facts, "or, equally well", matrix::causes::text_of(other));
  if (!cause.always.empty())
    add_fact(facts, "all its cells also have", matrix::causes::text_of(cause.always));
  add_fact(facts, "smallest failing cell", id(cause.failures.front()));
  if (cause.nearest_pass >= 0)
    add_fact(facts, "nearest passing cell", id(static_cast<std::size_t>(cause.nearest_pass)));
  for (const std::size_t cell : cause.passes) add_fact(facts, "passed all the same", id(cell));
  Element cells = add_details(article, text::count_of(cause.failures.size(), "failing cell"));
  Element list = cells.add("ul");
  for (const std::size_t cell : cause.failures) list.add("li").add("code", id(cell));
}

}  // namespace

void add_causes_section(Element page, const RunPage& run) {
  const Observations observations = report::observations_of(run.summary.records);
  const auto explanation = matrix::causes::explain(observations);
  if (explanation.causes.empty()) return;
  Element section = add_section(page, "causes", "Causes",
                                "Axis values that the failing cells share and that no passing cell "
                                "has.");
  for (const Cause& cause : explanation.causes) add_cause(section, run, observations, cause);
  if (!explanation.unexplained.empty()) {
    Element others = add_details(
        section, text::count_of(explanation.unexplained.size(), "failure") + " without a cause");
    Element list = others.add("ul");
    for (const std::size_t cell : explanation.unexplained)
      list.add("li").add("code", observations[cell].cell.id);
  }
  if (run.summary.causes.empty()) return;
  section.add("p", "To confirm the causes, train a few more cells:");
  section.add("pre", run.summary.causes);
}

}  // namespace gridlock::page
