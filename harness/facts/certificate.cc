#include "harness/facts/certificate.h"

#include <stdexcept>

#include "harness/facts/facts_fields.h"
#include "harness/facts/facts_json.h"
#include "harness/fields/read.h"
#include "harness/fields/write.h"
#include "harness/text/digest.h"

namespace gridlock::facts {

using nlohmann::json;

json to_json(const Certificate& certificate) {
  json result = fields::to_json<json>(certificate);
  result["digest"] = certificate_digest(result);
  return result;
}

Certificate certificate_from_json(const json& json) {
  if (!json.is_object() ||
      json.value("gridlock_certificate", nlohmann::json()) != Certificate::kVersion) {
    throw std::runtime_error("the file is not a certificate of this version");
  }
  nlohmann::json rest = json;
  rest.erase("digest");
  if (json.value("digest", nlohmann::json()) != certificate_digest(rest)) {
    throw std::runtime_error("the digest does not match: the certificate was changed");
  }
  Certificate certificate = fields::from_json<Certificate>(rest);
  check_order(certificate.first);
  check_order(certificate.second);
  return certificate;
}

std::string certificate_digest(const json& certificate) {
  json rest = certificate;
  rest.erase("digest");
  return text::digest(rest.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace gridlock::facts
