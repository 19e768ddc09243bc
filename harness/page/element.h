// A tree of HTML elements.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace gridlock::page {

// An element of a pugi::xml_document, which must outlive it. Text and values of attributes are
// escaped when the document is printed.
class Element {
 public:
  explicit Element(pugi::xml_node node) : node_(node) {}

  // Adds an element after the present content, and returns it.
  Element add(const char* tag, std::string_view text = "", std::string_view class_name = "");
  Element& set(const char* attribute, std::string_view value);
  Element& append(std::string_view text);

 private:
  pugi::xml_node node_;
};

// A section with a heading and a sentence that says what it is for.
Element add_section(Element parent, std::string_view id, std::string_view heading,
                    std::string_view purpose);

// A list that is closed until the reader opens it.
Element add_details(Element parent, std::string_view summary, bool open = false);

// Returns the HTML of all elements in the document.
std::string html_of(const pugi::xml_document& document);

// Returns text that a script element may contain: JSON without "<".
std::string script_text(std::string json);

}  // namespace gridlock::page
