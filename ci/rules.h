// The rules of house.toml, as read.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gridlock::ci {

struct Room {
  std::vector<std::string> rooms;      // folders, each with all below it
  std::vector<std::string> libraries;  // keys of HouseRules::libraries
};

struct HouseRules {
  std::map<std::string, Room> rooms;                          // by folder
  Room tests;                                                 // open to test files besides
  std::map<std::string, std::vector<std::string>> libraries;  // name → how its headers begin
  std::vector<std::string> system_headers;                    // likewise
  std::map<std::string, std::vector<std::string>> python;     // by folder: what it may import
  std::map<std::string, std::string> packages;                // of Python: name → folder
  std::map<std::string, std::vector<std::string>> programs;   // name → libraries it must not have
};

// Throws toml::parse_error or std::runtime_error.
HouseRules load_rules(const std::filesystem::path& file);

}  // namespace gridlock::ci
