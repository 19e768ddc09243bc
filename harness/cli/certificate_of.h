// Finds the certificate in an evidence folder.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// Returns the path of certificate.json in the folder. If there is none, returns the only
// certificate.json in a folder below it, such as that of a run with one deadlock. Throws
// matrix::InputError if it finds none or several. The message lists them if there are several.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
