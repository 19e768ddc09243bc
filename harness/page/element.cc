#include "harness/page/element.h"

#include <sstream>

#include "harness/report/xml_text.h"

namespace gridlock::page {

Element Element::add(const char* tag, std::string_view text, std::string_view class_name) {
  Element child(node_.append_child(tag));
  if (!class_name.empty()) child.set("class", class_name);
  if (!text.empty()) child.append(text);
  return child;
}

Element& Element::set(const char* attribute, std::string_view value) {
  node_.append_attribute(attribute) = report::xml_text(std::string(value)).c_str();
  return *this;
}

Element& Element::append(std::string_view text) {
  node_.append_child(pugi::node_pcdata).set_value(report::xml_text(std::string(text)).c_str());
  return *this;
}

Element add_section(Element parent, std::string_view id, std::string_view heading,
                    std::string_view purpose) {
  Element section = parent.add("section").set("id", id);
  section.add("h2", heading);
  section.add("p", purpose, "purpose");
  return section;
}

Element add_details(Element parent, std::string_view summary, bool open) {
  Element details = parent.add("details");
  if (open) details.set("open", "");
  details.add("summary", summary);
  return details;
}

// Browsers do not close empty elements such as <div/>, so both tags are printed.
std::string html_of(const pugi::xml_document& document) {
  std::ostringstream text;
  document.save(text, "",
                pugi::format_raw | pugi::format_no_declaration | pugi::format_no_empty_element_tags,
                pugi::encoding_utf8);
  return text.str();
}

std::string script_text(std::string json) {
  std::string text;
  for (const char letter : json) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

}  // namespace gridlock::page
