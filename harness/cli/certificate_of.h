// The certificate that an evidence folder holds.
#pragma once

#include <filesystem>

namespace gridlock::cli {

// certificate.json of the folder; where it has none, the only one in folders below it, as in the
// folder of a run with one deadlock. Throws matrix::InputError, with paths, where there are none or
// several.
std::filesystem::path certificate_of(const std::filesystem::path& folder);

}  // namespace gridlock::cli
