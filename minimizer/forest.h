// The parts of a candidate that one pass could make smaller, as a forest of pieces. Children are
// parts of their parent, such as statements of a block or modules of a layer. A root is a piece
// without a parent. The forest also records dependencies: if a pass drops a definition, it also
// drops the uses of the definition.
#pragma once

#include <string>
#include <vector>

namespace gridlock::minimizer {

// A way to make a piece smaller. The usual way drops the piece.
struct Alternative {
  std::string name = "drop";   // part of the name by which a necessary piece is remembered
  bool takes_children = true;  // also drops the pieces below; false for an unwrapped block
  bool takes_users = true;     // also drops users of the piece; false if a value replaces the piece
};

struct Piece {
  int parent = -1;                        // precedes its children in the list; -1 for a root
  double weight = 1;                      // lines or nodes, including the pieces below; > 0
  std::vector<Alternative> alternatives;  // preferred first; empty if the piece is only a parent
  std::vector<int> needs;                 // pieces that this piece depends on, such as definitions
  // The name by which later forests of the same pass identify the piece, after other pieces were
  // dropped; "" means that nothing identifies the piece. The name may be the statement's text.
  // Necessary pieces are remembered by name, so the coarse search skips all pieces with an equal
  // name. The last sweep does not rely on names.
  std::string name;
};

// The choice for each piece: the index of an alternative, or one of the constants below.
using Choices = std::vector<int>;
inline constexpr int kKeep = -1;
inline constexpr int kGone = -2;  // removed with another piece

class Forest {
 public:
  // Takes the pieces in the order of the text. Earlier pieces rarely need a later piece, so trying
  // the last pieces first makes the search cheap. Throws std::invalid_argument if a field of a
  // Piece has a value that its comment does not allow.
  explicit Forest(std::vector<Piece> pieces);

  int size() const { return static_cast<int>(pieces_.size()); }
  const Piece& operator[](int piece) const { return pieces_[piece]; }
  const std::vector<int>& children(int piece) const { return children_[piece]; }
  int depth(int piece) const { return depths_[piece]; }  // 0 for a root
  int levels() const { return levels_; }
  int most_alternatives() const { return most_alternatives_; }

  Choices all_kept() const { return Choices(pieces_.size(), kKeep); }

  // Sets to kGone the children and users that the chosen alternatives take, and all children and
  // users of these pieces. A user with a chosen alternative of its own keeps its choice, because it
  // no longer uses the dropped piece.
  void close(Choices& choices) const;

 private:
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> children_, users_;
  std::vector<int> depths_;
  int levels_ = 0, most_alternatives_ = 0;
};

}  // namespace gridlock::minimizer
