// Finds the certificate in an evidence folder.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// Returns the path of certificate.json in the folder, or otherwise of the only certificate.json
// below the folder, for example below the folder of a run with one deadlock. Throws
// matrix::InputError if there is no certificate, or if there are several; the message lists their
// paths.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
