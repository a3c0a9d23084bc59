import type { Expr, Variable } from '../../code/c/ir/ast.ts';
import type { CRule } from '../c/c-rule.ts';

export const uncheckedOperatorIndex: CRule = {
  id: 'unchecked_operator_index',
  title: 'operator[] with an index that was not checked',
  category: 'bounds',
  cwe: [125, 787],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: '`operator[]` of vectors, strings, arrays and spans checks nothing: an index past the end reads or writes memory that belongs to something else. The index comes from outside the program here. `at()` throws instead, and a comparison with `size()` lets the program answer.',
  suggestion: 'Compare the index with `size()` first, or use `at()`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <cstdlib>
#include <string>
#include <vector>
int main(int argc, char **argv) {
  std::vector<int> cells(16);
  std::string text = "sixteen letters!";
  if (argc < 2) return 1;
  int at = atoi(argv[1]);
  cells[at] = 1; // defect
  return text[at]; // defect
}`,
      `#include <vector>
int pick(const std::vector<int> &all, int index) {
  return all[index]; // defect
}`,
    ],
    good: [
      `#include <cstdlib>
#include <map>
#include <vector>
int main(int argc, char **argv) {
  std::vector<int> cells(16);
  std::map<int, int> seen;
  if (argc < 2) return 1;
  int at = atoi(argv[1]);
  seen[at] = 1;
  if (at < 0 || at >= static_cast<int>(cells.size())) return 1;
  return cells[at] + cells[3];
}`,
      `#include <vector>
int pick(const std::vector<int> &all, unsigned index) {
  if (index >= all.size()) return 0;
  int sum = all[index];
  for (unsigned i = 0; i < all.size(); i++) sum += all[i];
  return sum;
}`,
    ],
  },
  listen: (report) => ({
    access({ expr, base, index, indexValue, via }, facts) {
      if (via !== 'index' || index === undefined || indexValue === undefined) return;
      const variable = containerOf(base);
      if (variable === undefined) return;
      const known = facts.factsOf(indexValue);
      const taint = facts.taint(indexValue);
      if (taint === undefined || known.checkedAbove || taint.kind === 'random') return;
      const outside = taint.kind !== 'parameter';
      if (!outside && (index.kind !== 'name' || !facts.function.exported)) return;
      report(
        expr,
        `\`${facts.text(index)}\` comes from ${taint.source} and is not compared with the size of \`${variable.name}\``,
        {
          confidence: outside ? 0.8 : 0.5,
          trace: [...taint.steps, facts.step(expr, 'it is an index here')],
        },
      );
    },
  }),
};

/** The container whose elements are numbered and unchecked; maps make what they do not have. */
function containerOf(base: Expr): Variable | undefined {
  if (base.kind !== 'name' || base.variable === undefined) return undefined;
  const { type } = base.variable;
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  const name = of.kind === 'unknown' ? of.name : '';
  return /^(?:std::)?(?:(?:vector|deque|array|span|basic_string|basic_string_view)<|(?:string|string_view|wstring|u8string)$)/.test(
    name,
  )
    ? base.variable
    : undefined;
}
