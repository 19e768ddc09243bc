#include "harness/facts/certificate.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace gridlock::facts {

using nlohmann::json;

std::string certificate_digest(const json& certificate) {
  json rest = certificate;
  rest.erase("digest");
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (char c : rest.dump(-1, ' ', false, json::error_handler_t::replace)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4) {
    *digit = "0123456789abcdef"[hash & 15];
  }
  return text;
}

}  // namespace gridlock::facts
