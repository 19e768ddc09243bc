#include "harness/protocol/handshake.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/fields/description.h"
#include "harness/fields/path.h"
#include "harness/fields/read.h"
#include "harness/fields/write.h"

namespace gridlock::protocol {
namespace {

constexpr std::size_t kMostSecrets = 16;

// The JSON of a first line.
struct Line {
  int host = 0;
  std::string secret;  // half of it
};

constexpr auto fields_of(fields::Type<Line>) {
  return fields::List{
      fields::required("host", &Line::host),
      fields::required("secret", &Line::secret),
  };
}

// Returns the half of the secret that the host presents.
std::string half_of(const std::string& secret, int host) {
  const std::size_t middle = secret.size() / 2;
  return host == 0 ? secret.substr(middle) : secret.substr(0, middle);
}

// Compares in a time that does not depend on where the texts differ.
bool same_secret(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

}  // namespace

void add_secret(Secrets& secrets, std::string secret) {
  if (secret.empty() || std::ranges::find(secrets, secret) != secrets.end()) return;
  if (secrets.size() == kMostSecrets) secrets.erase(secrets.begin());
  secrets.push_back(std::move(secret));
}

nlohmann::json handshake(int host, const std::string& secret) {
  return fields::to_json<nlohmann::json>(Line{host, half_of(secret, host)});
}

std::optional<Handshake> read_handshake(const std::string& line, const std::string& secret) {
  try {
    const auto read =
        fields::from_json<Line>(nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false));
    return Handshake{read.host, same_secret(read.secret, half_of(secret, read.host))};
  } catch (const fields::Error&) {
    return std::nullopt;
  }
}

}  // namespace gridlock::protocol
