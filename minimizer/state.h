// The state of one minimization, in a folder. A search that is interrupted at any moment continues
// from this state: it loses nothing and asks no question again.
//
//   journal.jsonl  the problem, then each answer, each accepted step with its candidate,
//                  each piece shown to be necessary; appended and flushed line by line
//   best.json      the best candidate so far with its launch, and
//   best.py        its text alone; each is replaced completely or not at all
//   by_catch/      other failures seen, each with the smallest candidate that showed it
#pragma once

#include <compare>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "minimizer/key.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Thrown for a state that cannot be used. The message names the file, the problem and the remedy.
struct StateError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A piece that one alternative of a pass cannot make smaller, as a coarse search has shown.
struct Necessary {
  std::string piece;  // the piece's name
  std::string pass;
  std::string alternative;

  auto operator<=>(const Necessary&) const = default;
};

struct Accepted {
  Key key;
  std::string pass;
  int lines = 0;
  Candidate candidate;
};

struct Best {
  Key key;
  Candidate candidate;
};

struct ByCatch {
  Signature signature;
  Candidate candidate;
};

struct Known {
  std::map<Key, Answer> answers;  // lasting answers
  std::set<Necessary> necessary;
  std::set<Key> accepted;
  std::vector<Candidate> steps;  // accepted candidates, in order
  std::optional<Best> best;
  std::vector<ByCatch> by_catch;  // one for each signature
};

class State {
 public:
  // Starts a new state if `folder` is missing or has no journal; otherwise continues with the state
  // in the folder. An incomplete last line of the journal is dropped. Throws StateError for a
  // folder that is damaged, belongs to another problem, or cannot be written.
  State(std::filesystem::path folder, const Problem& problem);

  const Known& known() const { return known_; }  // the state that was found in the folder

  // The functions below throw StateError if they cannot write.
  void answered(const Key& key, const Answer& answer);
  void accepted(const Accepted& step);
  void necessary(const Necessary& place);
  void caught(int index, const ByCatch& other);  // `index` is the index of the signature, from 0

 private:
  void read(const Key& problem);
  void append(const std::string& line);
  void replace(const std::filesystem::path& file, const std::string& text);

  std::filesystem::path folder_;
  std::ofstream journal_;
  Known known_;
};

}  // namespace gridlock::minimizer
