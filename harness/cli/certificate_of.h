// Finds the certificate in an evidence folder.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// Returns certificate.json of the folder, else the only one in the folders below it, such as in the
// folder of a run with one deadlock. Throws matrix::InputError if there are none or several; the
// message lists paths.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
