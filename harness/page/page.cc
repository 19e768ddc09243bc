#include "harness/page/page.h"

#include <nlohmann/json.hpp>

#include "harness/page/assets.h"
#include "harness/page/element.h"
#include "harness/page/map_data.h"
#include "harness/page/sections.h"
#include "harness/report/summary.h"

namespace gridlock::page {
namespace {

void add_header(Element page, const RunPage& run) {
  Element header = page.add("header");
  header.add("h1", "gridlock: " + run.matrix);
  const std::string line = report::headline(run.summary).render(report::kUncut, false);
  header.add("p", line, line.starts_with("OK") ? "headline good" : "headline bad");
}

std::string body_of(const RunPage& run) {
  pugi::xml_document document;
  Element page(document.append_child("main"));
  add_header(page, run);
  add_causes_section(page, run);
  add_failures_section(page, run);
  add_map_section(page, run);
  add_claims_section(page, run);
  add_run_section(page, run);
  add_expected_section(page, run);
  return html_of(document);
}

std::string title_of(const RunPage& run) {
  pugi::xml_document document;
  Element(document.append_child("title")).append("gridlock: " + run.matrix);
  return html_of(document);
}

}  // namespace

std::string page_html(const RunPage& page) {
  const std::string data =
      map_data(page.summary.records).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
         title_of(page) + "<style>\n" + kStyle + "</style></head>\n<body>" + body_of(page) +
         "\n<script type=\"application/json\" id=\"cells\">" + script_text(data) +
         "</script>\n<script>\n" + kScript + "</script></body></html>\n";
}

}  // namespace gridlock::page
