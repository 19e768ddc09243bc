#include "harness/verdict/traceback.h"

#include <charconv>
#include <regex>

#include "harness/diagnosis/frame.h"
#include "harness/text/path.h"

namespace gridlock::verdict {
namespace {

std::string last_component(const std::string& path) {
  // The name of a generated module is a hash of its text, so a fixed name replaces it.
  if (path.find("torchinductor_") != std::string::npos) return "generated code";
  return text::last_part(path);
}

}  // namespace

std::vector<facts::Frame> frames_of(std::string_view traceback) {
  static const std::regex kFrame(R"re(\n *File "([^"\n]+)", line (\d+)(?:, in ([^\n]+))?)re");
  const std::string text = "\n" + std::string(traceback);
  std::vector<facts::Frame> frames;
  for (std::sregex_iterator it(text.begin(), text.end(), kFrame), end; it != end; ++it) {
    const std::string number = (*it)[2];
    facts::Frame& frame = frames.emplace_back(facts::Frame{(*it)[3], (*it)[1], 0});
    std::from_chars(number.data(), number.data() + number.size(), frame.line);
  }
  return frames;
}

std::optional<facts::Frame> blamed_frame(std::string_view traceback) {
  const auto named = diagnosis::named_frame(frames_of(traceback));
  if (!named) return std::nullopt;
  return facts::Frame{diagnosis::plain_function(*named), last_component(named->file), named->line};
}

}  // namespace gridlock::verdict
