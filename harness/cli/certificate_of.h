// Finds the certificate in an evidence folder.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// Returns the path of certificate.json in the folder. If there is none, returns the only
// certificate.json below the folder, such as that of the only deadlock of a run. Throws
// matrix::InputError if there is none below it either, or if there are several. The message then
// lists them.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
