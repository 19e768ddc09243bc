#include <algorithm>
#include <iterator>

#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/stack_tree.h"
#include "harness/text/columns.h"
#include "harness/text/rank_list.h"

namespace gridlock::diagnosis {
namespace {

// Limit on nesting. Deeper nesting would leave no room for the frames.
constexpr int kDeepest = 20;

std::string frame_line(const std::string& indent, const StackNode& node) {
  const std::string mark = node.origin == Origin::kUser ? "▸ " : "  ";
  const std::string where = place(node.frame);
  const std::string text = short_function(node.frame) + (where.empty() ? "" : "  " + where);
  return indent + mark + text::cut_middle(text, text::kPageWidth - text::columns(indent) - 2);
}

// Returns the ranks whose stacks end at this node, that is, ranks in none of its children.
std::vector<int> ending_here(const StackNode& node) {
  std::vector<int> ending = node.ranks;
  for (const StackNode& child : node.children) {
    std::vector<int> rest;
    std::ranges::set_difference(ending, child.ranks, std::back_inserter(rest));
    ending = std::move(rest);
  }
  return ending;
}

class Drawing {
 public:
  // Draws the frames from `node` inward until the ranks diverge or stacks end, and then the
  // branches.
  void draw(const StackNode& node, const std::string& indent, int depth) {
    const StackNode* at = &node;
    for (;; at = &at->children[0]) {
      if (!at->frame.function.empty()) lines_.push_back(frame_line(indent, *at));
      if (at->children.size() != 1 || at->children[0].ranks != at->ranks) break;
    }
    if (at->children.empty()) return;
    if (depth == kDeepest) {
      lines_.push_back(indent + "  …");
      return;
    }
    draw_branches(*at, indent, depth);
  }

  std::vector<std::string> take() { return std::move(lines_); }

 private:
  void draw_branches(const StackNode& node, const std::string& indent, int depth) {
    const std::vector<int> ending = ending_here(node);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const bool last = i + 1 == node.children.size() && ending.empty();
      head(indent, last, text::rank_words(node.children[i].ranks));
      draw(node.children[i], indent + (last ? "  " : "│ "), depth + 1);
    }
    if (!ending.empty() && !node.frame.function.empty()) {
      head(indent, true, text::rank_words(ending) + " no further");
    }
  }

  void head(const std::string& indent, bool last, const std::string& text) {
    lines_.push_back(indent + (last ? "└ " : "├ ") +
                     text::cut(text, text::kPageWidth - text::columns(indent) - 2));
  }

  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> render(const StackTree& tree) {
  if (tree.root.children.empty()) return {};
  Drawing drawing;
  drawing.draw(tree.root, "", 0);
  std::vector<std::string> lines = drawing.take();
  lines.insert(lines.begin(), text::cut(text::rank_words(tree.root.ranks), text::kPageWidth));
  if (!tree.without.empty())
    lines.push_back(text::cut("no stack of " + text::rank_words(tree.without), text::kPageWidth));
  return lines;
}

}  // namespace gridlock::diagnosis
