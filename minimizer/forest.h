// The places of a candidate where one pass could make it smaller, as a forest of pieces: blocks
// hold statements, layers hold parts, an axis stands alone. And what goes with what: whoever drops
// a definition drops its uses.
#pragma once

#include <string>
#include <vector>

namespace gridlock::minimizer {

// One way to make a piece smaller. The usual one drops it.
struct Alternative {
  std::string name = "drop";   // part of what is remembered: constant over the pass
  bool takes_children = true;  // what is below the piece goes with it; false: an unwrapped block
  bool takes_users = true;     // what needs the piece goes with it; false: a value put in its place
};

struct Piece {
  int parent = -1;                        // before its children in the list; -1: a root
  double weight = 1;                      // lines or nodes, those of pieces below included; > 0
  std::vector<Alternative> alternatives;  // the preferred one first; none: only holds others
  std::vector<int> needs;                 // pieces without which it makes no sense: definitions
  // Names the piece in later forests of the same pass too, when other pieces are gone: such as the
  // statement's text. "" if nothing does. What is shown necessary is remembered by it, so equal
  // names cost a chance in the coarse search; the last sweep does not rely on them.
  std::string name;
};

// What becomes of each piece: the number of an alternative, or one of these.
using Choices = std::vector<int>;
inline constexpr int kKeep = -1;
inline constexpr int kGone = -2;  // goes with another piece

class Forest {
 public:
  // Pieces in the order of the text: a later piece rarely is needed by an earlier one. That order
  // is what makes the search cheap: the last pieces are tried first. Throws std::invalid_argument
  // for numbers that break the rules above.
  explicit Forest(std::vector<Piece> pieces);

  int size() const { return static_cast<int>(pieces_.size()); }
  const Piece& operator[](int piece) const { return pieces_[piece]; }
  const std::vector<int>& children(int piece) const { return children_[piece]; }
  int depth(int piece) const { return depths_[piece]; }  // 0: a root
  int levels() const { return levels_; }
  int most_alternatives() const { return most_alternatives_; }

  Choices all_kept() const { return Choices(pieces_.size(), kKeep); }

  // Marks all pieces that go with those that have an alternative. A user that has an alternative of
  // its own stays: it does not use its definition any more.
  void close(Choices& choices) const;

 private:
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> children_, users_;
  std::vector<int> depths_;
  int levels_ = 0, most_alternatives_ = 0;
};

}  // namespace gridlock::minimizer
