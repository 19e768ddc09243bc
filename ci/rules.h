// Reads the rules of house.toml.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gridlock::ci {

struct Room {
  std::vector<std::string> rooms;      // folders, with their subfolders
  std::vector<std::string> libraries;  // keys of HouseRules::libraries
};

struct HouseRules {
  std::map<std::string, Room> rooms;                          // rules by folder
  Room tests;  // what test files may include in addition
  std::map<std::string, std::vector<std::string>> libraries;  // name → beginnings of its headers
  std::vector<std::string> system_headers;                    // beginnings of headers
  std::map<std::string, std::vector<std::string>> python;     // allowed imports by folder
  std::map<std::string, std::string> packages;                // Python packages: name → folder
  std::map<std::string, std::vector<std::string>> programs;   // name → libraries it may not link
};

// Reads house.toml. Throws toml::parse_error or std::runtime_error.
HouseRules load_rules(const std::filesystem::path& file);

}  // namespace gridlock::ci
