// Finds the certificate in an evidence folder.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// Returns the path of certificate.json in the folder. If there is none, returns the only
// certificate.json below it, as in the folder of a run with one deadlock. Throws matrix::InputError
// if there is none or several; the message lists the latter.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
