// What an examination found, for a diagnosis; and the files that somebody opens who wants to know
// more:
//
//   diagnosis.txt, diagnosis.json   who waits for whom, where in the code, and since when
//   snapshots.json                  what all ranks were in, twice: the prover's input
//   certificate.json                the proof, for `gridlock check`
#pragma once

#include <filesystem>

#include "harness/controller/examination.h"
#include "harness/diagnosis/evidence.h"

namespace gridlock::controller {

// A finding of the examination with what it knows of each rank. Stacks, seconds, and how ranks
// ended, are the caller's to add.
diagnosis::Evidence evidence_of(const prover::Finding& finding, const Examination& examination);

// Each false where something could not be written (a full disk).
bool write_snapshots(const std::filesystem::path& folder, const Examination& examination);
// The diagnosis and, of a deadlock, its certificate.
bool write_diagnosis(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                     const Examination& examination);

}  // namespace gridlock::controller
