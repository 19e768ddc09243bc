#include "harness/page/html_reporter.h"

#include <cerrno>

#include "harness/process/files.h"
#include "harness/report/output_error.h"

namespace gridlock::page {

HtmlReporter::HtmlReporter(const std::filesystem::path& file)
    : file_(std::filesystem::absolute(file)) {
  report::create_parent(file_);
  if (!process::can_write(file_)) throw report::OutputError("write", file_, errno);
}

void HtmlReporter::on_start(const matrix::Plan& plan, const report::RunInfo& info, double /*now*/) {
  page_.matrix = plan.matrix_name;
  page_.info = info;
  page_.folder = std::filesystem::absolute(info.out);
  page_.page_folder = file_.parent_path();
}

void HtmlReporter::on_end(const report::RunSummary& summary, double /*now*/) {
  page_.summary = summary;
  if (!process::replace_text(file_, page_html(page_)))
    throw report::OutputError("write", file_, errno);
}

}  // namespace gridlock::page
