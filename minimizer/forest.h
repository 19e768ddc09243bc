// The places of a candidate that one pass could make smaller, as a forest of pieces: blocks hold
// statements, layers hold parts, an axis stands alone. The forest also records dependencies: a pass
// that drops a definition drops its uses.
#pragma once

#include <string>
#include <vector>

namespace gridlock::minimizer {

// A way to make a piece smaller. The usual one drops the piece.
struct Alternative {
  std::string name = "drop";   // part of the remembered name: constant over the pass
  bool takes_children = true;  // the pieces below this piece go with it; false: an unwrapped block
  bool takes_users = true;     // the users of this piece go with it; false: a value takes its place
};

struct Piece {
  int parent = -1;                        // before its children in the list; -1: a root
  double weight = 1;                      // lines or nodes, with those of the pieces below; > 0
  std::vector<Alternative> alternatives;  // the preferred one first; none: only holds others
  std::vector<int> needs;                 // pieces that this one cannot do without: definitions
  // Identifies the piece in later forests of the same pass, when other pieces are gone; for example
  // the statement's text. "" if nothing identifies it. Necessary pieces are remembered by name, so
  // equal names cost a chance in the coarse search; the last sweep does not rely on names.
  std::string name;
};

// The choice for each piece: the number of an alternative, or one of these.
using Choices = std::vector<int>;
inline constexpr int kKeep = -1;
inline constexpr int kGone = -2;  // removed with another piece

class Forest {
 public:
  // `pieces` are in the order of the text: a later piece is rarely needed by an earlier one. That
  // order makes the search cheap: the last pieces are tried first. Throws std::invalid_argument for
  // numbers that break the rules above.
  explicit Forest(std::vector<Piece> pieces);

  int size() const { return static_cast<int>(pieces_.size()); }
  const Piece& operator[](int piece) const { return pieces_[piece]; }
  const std::vector<int>& children(int piece) const { return children_[piece]; }
  int depth(int piece) const { return depths_[piece]; }  // 0: a root
  int levels() const { return levels_; }
  int most_alternatives() const { return most_alternatives_; }

  Choices all_kept() const { return Choices(pieces_.size(), kKeep); }

  // Marks all pieces that go with the pieces whose alternative was chosen. A user with a chosen
  // alternative of its own stays: it does not use its definition any more.
  void close(Choices& choices) const;

 private:
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> children_, users_;
  std::vector<int> depths_;
  int levels_ = 0, most_alternatives_ = 0;
};

}  // namespace gridlock::minimizer
