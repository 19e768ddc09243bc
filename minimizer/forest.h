// The parts of a candidate that one pass could make smaller, as a forest of pieces. Children are
// parts of their parent, such as statements of a block or modules of a layer; an axis is a root of
// its own. The forest also records dependencies: a pass that drops a definition drops its uses,
// too.
#pragma once

#include <string>
#include <vector>

namespace gridlock::minimizer {

// A way to make a piece smaller. The usual one drops the piece.
struct Alternative {
  std::string name = "drop";   // part of the remembered name; constant over the pass
  bool takes_children = true;  // pieces below it are dropped, too; false: an unwrapped block
  bool takes_users = true;     // users of it are dropped, too; false: a value replaces it
};

struct Piece {
  int parent = -1;                        // precedes its children in the list; -1 for a root
  double weight = 1;                      // lines or nodes, including the pieces below; > 0
  std::vector<Alternative> alternatives;  // preferred first; empty: only a parent
  std::vector<int> needs;                 // pieces that this piece depends on: definitions
  // Identifies the piece in later forests of the same pass, when other pieces have been dropped.
  // For example, the name may be the statement's text. "" means that nothing identifies the piece.
  // Necessary pieces are remembered by name, so the coarse search skips other pieces of an equal
  // name; the last sweep does not rely on names.
  std::string name;
};

// The choice for each piece: the index of an alternative, or one of the constants below.
using Choices = std::vector<int>;
inline constexpr int kKeep = -1;
inline constexpr int kGone = -2;  // removed with another piece

class Forest {
 public:
  // `pieces` are in the order of the text. Earlier pieces rarely need a later piece, so trying the
  // last pieces first makes the search cheap. Throws std::invalid_argument for parents, weights or
  // needs that break the rules above.
  explicit Forest(std::vector<Piece> pieces);

  int size() const { return static_cast<int>(pieces_.size()); }
  const Piece& operator[](int piece) const { return pieces_[piece]; }
  const std::vector<int>& children(int piece) const { return children_[piece]; }
  int depth(int piece) const { return depths_[piece]; }  // 0 for a root
  int levels() const { return levels_; }
  int most_alternatives() const { return most_alternatives_; }

  Choices all_kept() const { return Choices(pieces_.size(), kKeep); }

  // Marks as gone all pieces that are dropped together with the pieces whose alternative was
  // chosen. A user that has a chosen alternative itself is not marked, since it no longer uses its
  // definition.
  void close(Choices& choices) const;

 private:
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> children_, users_;
  std::vector<int> depths_;
  int levels_ = 0, most_alternatives_ = 0;
};

}  // namespace gridlock::minimizer
