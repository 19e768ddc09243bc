// Finds the certificate in an evidence folder.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// Returns the path of certificate.json in the folder. If there is none, returns the only
// certificate.json below it, as in the folder of a run with one deadlock. Throws matrix::InputError
// if there is none below it either, or if there are several; the message then lists them.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
