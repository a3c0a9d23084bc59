import type { Expr } from '../../code/c/ir/ast.ts';
import type { AccessEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { nameOfType } from './containers.ts';
import { followVectorSizes } from './vector-sizes.ts';

export const containerOutOfBounds: CRule = {
  id: 'container_out_of_bounds',
  title: 'An element is used that a container does not have',
  category: 'bounds',
  cwe: [787, 125],
  severity: 'high',
  precision: 'high',
  help: '`operator[]` of `std::vector` and `std::array` checks nothing. An index that is not below the number of elements reads or writes memory that belongs to something else.',
  suggestion: 'Use an index below `size()`, or `at()`, which throws for any other.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <array>
#include <vector>
int sixth() {
  std::vector<int> all = {1, 2, 3};
  return all[5]; // defect
}
int behind(int value) {
  std::vector<int> all(4);
  all.push_back(value);
  int sum = all[4];
  return sum + all[5]; // defect
}
int sum() {
  std::array<int, 4> all{};
  int total = 0;
  for (int i = 0; i <= 4; i++) total += all[i]; // defect
  all[4] = 1; // defect
  return total;
}`,
    ],
    good: [
      `#include <vector>
class listener { public: explicit listener(std::vector<int> *heard); };
void add(listener *one);
void start();
int first() {
  std::vector<int> heard;
  add(new listener(&heard));
  start();
  const int one = heard[0];
  heard.clear();
  start();
  return one + heard[0];
}`,
      `#include <array>
#include <vector>
void fill(std::vector<int> &all);
int third() {
  std::vector<int> all = {1, 2, 3};
  int first = all[2];
  all.resize(8);
  first += all[7];
  std::vector<int> more(3);
  fill(more);
  return first + more[5];
}
int sized(int n) {
  std::vector<const char *> all(n);
  return all[0] == nullptr;
}
int grown(int count) {
  std::vector<int> all = {1};
  for (int i = 0; i < count; i++) all.push_back(i);
  return all[5];
}
int sum(unsigned at) {
  std::array<int, 4> all{};
  int total = 0;
  for (int i = 0; i < 4; i++) total += all[i];
  return at < all.size() ? total + all[at] : 0;
}`,
    ],
  },
  listen: (report) => ({ access: (event, facts) => arrayAccess(event, facts, report) }),
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions)
      followVectorSizes(fn, unit.tree.text, (expr, name, index, size) =>
        report(expr, message(name, String(index), size), { confidence: 0.88, event: 'shape' }),
      );
  },
};

/** `std::array` says in its type how many elements it has. */
function arrayAccess(
  { expr, base, indexValue, via }: AccessEvent,
  facts: Facts,
  report: ReportHit,
): void {
  if (via !== 'index' || indexValue === undefined) return;
  const size = lengthOf(base);
  if (size === undefined) return;
  const { lo, hi } = facts.range(indexValue);
  if (lo >= size || hi < 0)
    report(expr, message(nameOf(base), lo === hi ? String(lo) : 'this index', size), {
      confidence: 0.9,
      event: 'shape',
    });
  // A loop that goes one too far: nothing but a comparison gives just that end.
  else if (hi === size && lo >= 0)
    report(expr, `the index reaches ${size}, and \`${nameOf(base)}\` has ${size} elements`, {
      confidence: 0.85,
      event: 'shape',
    });
}

/** N of `std::array<T, N>`. */
function lengthOf(base: Expr): number | undefined {
  const found = /^array<.*,(\d{1,9})(?:[uU]?[lL]{0,2}|[zZ])>$/.exec(nameOfType(base.type))?.[1];
  return found === undefined ? undefined : Number(found);
}

function nameOf(base: Expr): string {
  return base.kind === 'name' || base.kind === 'member' ? base.name : 'the array';
}

function message(name: string, index: string, size: number): string {
  const elements = size === 1 ? 'one element' : `${size === 0 ? 'no' : size} elements`;
  return `\`${name}\` has ${elements} here, and ${index} is no index of one`;
}
