"""Removes the launcher of the ranks. A candidate runs as a rank, so its environment has RANK, and
it is never imported as a module. Branches for processes without RANK therefore never run. One piece
removes the launcher, the code that only the launcher uses, and the lines in the ranks that
gridlock's launchers need."""

import ast
import copy

from gridlock_minimizer.launcher.minimized import TOLD
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.branches import prune
from gridlock_minimizer.syntax.folding import Folding
from gridlock_minimizer.syntax.tree import nodes

_IS_SCRIPT = ("__name__ == '__main__'", "'__main__' == __name__")
_OF_EVERY_RANK = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")


def pieces(script):
    tests = [c for c in nodes(script.tree, ast.Compare) if _answer(c) is not None]
    if not tests:
        return []
    ways = [Alternative(change_tree=_without_launcher_and_exit)]
    if _has_exit(script.tree):
        ways.append(Alternative(name="but for its exit code", change_tree=_without_launcher))
    return [Piece(ways, weight=len(tests), name="launcher")]


def _has_exit(tree):
    return ast.dump(_without_launcher(tree)) != ast.dump(_without_launcher_and_exit(tree))


def _without_launcher_and_exit(tree):
    tree = _without_launcher(tree)
    tree.body = [_without_exit(s) for s in tree.body]
    return tree


def _without_launcher(tree):
    tree = _Answering({}).visit(copy.deepcopy(tree))
    whole = ast.parse("def whole(): pass").body[0]
    whole.body = tree.body
    tree.body = prune(whole).body
    return tree


def _without_exit(s):
    """Turns sys.exit(main()) into main()."""
    call = s.value if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) else None
    if call is None or ast.unparse(call.func) not in ("sys.exit", "exit") or len(call.args) != 1:
        return s
    return ast.Expr(call.args[0]) if isinstance(call.args[0], ast.Call) else s


class _Answering(Folding):
    def visit_Compare(self, node):
        answer = _answer(node)
        return super().visit_Compare(node) if answer is None else ast.Constant(answer)

    def visit_Expr(self, node):
        return ast.Pass() if _is_for_launcher(node.value) else self.generic_visit(node)


def _answer(test):
    """Returns the result of `"RANK" in os.environ`, `os.environ.get("RANK") is None` and their
    opposites; None for other tests."""
    if len(test.ops) != 1:
        return None
    operation, left, right = test.ops[0], test.left, test.comparators[0]
    if ast.unparse(test) in _IS_SCRIPT:
        return True
    if isinstance(operation, (ast.In, ast.NotIn)):
        known = _is_of_a_rank(left) and ast.unparse(right) in ("os.environ", "environ")
        return isinstance(operation, ast.In) if known else None
    if isinstance(operation, (ast.Is, ast.IsNot)):
        none = isinstance(right, ast.Constant) and right.value is None
        return isinstance(operation, ast.IsNot) if none and _is_looked_up(left) else None
    return None


def _is_for_launcher(call):
    """Returns whether the call serves only gridlock's launcher: it sets the time limit of a hang,
    or reports at the end of a rank."""
    if not isinstance(call, ast.Call):
        return False
    function = ast.unparse(call.func)
    if function == "faulthandler.dump_traceback_later":
        return "HANG_LIMIT" in ast.unparse(call)
    told = call.args[0] if function == "atexit.register" and call.args else call.func
    return isinstance(told, ast.Name) and told.id in TOLD


def _is_looked_up(node):
    known = ("os.environ.get", "environ.get", "os.getenv")
    one = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
    return one and ast.unparse(node.func) in known and _is_of_a_rank(node.args[0])


def _is_of_a_rank(node):
    return isinstance(node, ast.Constant) and node.value in _OF_EVERY_RANK
