import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from '../c/c-rule.ts';
import { classOfFunction } from './own-fields.ts';

export const comparatorOrder: CRule = {
  id: 'comparator_order',
  title: 'A comparison for sorting says that equals come first',
  category: 'cpp',
  cwe: [697, 125],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'What `std::sort`, sets, maps and heaps are given to compare with must be a strict weak ordering: of two equal elements neither comes first. Where it is true of equal ones, as with `<=`, sorting reads and writes beyond the range, and a set holds an element twice or does not find it.',
  suggestion: 'Compare with `<` or `>`, and return false for elements that are equal.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <algorithm>
#include <set>
#include <string>
#include <vector>
struct Task { std::string name; int priority; long deadline; };
struct Urgent {
  bool operator()(const Task &a, const Task &b) const {
    if (a.priority != b.priority) return a.priority > b.priority;
    return a.deadline <= b.deadline; // defect
  }
};
bool by_name(const Task &a, const Task &b) { return a.name <= b.name; } // defect
void sorted(std::vector<Task> &tasks, std::vector<int> &numbers) {
  std::sort(tasks.begin(), tasks.end(), Urgent());
  std::stable_sort(tasks.begin(), tasks.end(), by_name);
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a >= b; }); // defect
  std::sort(tasks.begin(), tasks.end(), [](const Task &a, const Task &b) {
    return a.priority < b.priority || !(b.deadline < a.deadline); // defect
  });
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) {
    if (a < b) return true;
    if (a == b) return true; // defect
    return false;
  });
}
struct Key { int major, minor; };
bool operator<(const Key &a, const Key &b) { return a.major <= b.major; } // defect
struct Version {
  int major;
  bool operator<(const Version &other) const { return major <= other.major; } // defect
};
using Known = std::set<Task, Urgent>;`,
    ],
    good: [
      `#include <algorithm>
#include <string>
#include <tuple>
#include <vector>
struct Task { std::string name; int priority; long deadline; };
struct Urgent {
  bool operator()(const Task &a, const Task &b) const {
    if (a.priority != b.priority) return a.priority > b.priority;
    return a.deadline < b.deadline;
  }
};
struct AtMost {
  int limit;
  bool operator()(int a, int b) const { return a + b <= limit; }
};
bool fits(const Task &a, const Task &b) { return a.deadline <= b.deadline; }
void sorted(std::vector<Task> &tasks, std::vector<int> &numbers) {
  std::sort(tasks.begin(), tasks.end(), Urgent());
  std::sort(tasks.begin(), tasks.end(), [](const Task &a, const Task &b) {
    return std::tie(a.priority, a.name) < std::tie(b.priority, b.name);
  });
  std::sort(tasks.begin(), tasks.end(), [](const Task &a, const Task &b) {
    if (a.priority >= 10 && b.priority < 10) return true;
    if (a.priority < b.priority) return true;
    if (b.priority < a.priority) return false;
    return a.name.compare(b.name) < 0;
  });
  std::sort(tasks.begin(), tasks.end(), [](const Task &a, const Task &b) {
    return a.priority < b.priority || (a.priority == b.priority && a.name < b.name);
  });
  auto at = std::is_sorted_until(numbers.begin(), numbers.end());
  std::unique(tasks.begin(), tasks.end(), [](const Task &a, const Task &b) { return a.name == b.name; });
  std::adjacent_find(numbers.begin(), at, [](int a, int b) { return a <= b; });
  std::partition(numbers.begin(), numbers.end(), [](int a) { return a <= 3; });
  if (tasks.size() > 1 && fits(tasks[0], tasks[1])) tasks.pop_back();
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const used = comparators(unit);
    for (const fn of unit.functions) {
      const sides = sidesOf(fn, used);
      if (sides === undefined) continue;
      const equals = valueForEquals(fn, sides);
      for (const at of equals)
        report(at, 'this is true of two elements that are equal, of which neither may come first', {
          confidence: 0.85,
        });
    }
  },
};

/** The names of the functions and classes that order something, and lambdas by their own names. */
function comparators(unit: TranslationUnit): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (expr: Expr | undefined) => {
    const bare = expr && withoutCasts(expr);
    if (bare?.kind === 'name') found.add(bare.variable?.type ? nameOfClass(bare) : bare.name);
    else if (bare?.kind === 'call' && bare.callee.kind === 'name') found.add(bare.callee.name);
    else if (bare?.kind === 'initlist' && bare.type.kind === 'record') found.add(bare.type.name);
    else if (bare?.kind === 'address' && bare.operand.kind === 'name') found.add(bare.operand.name);
  };
  for (const fn of unit.functions)
    for (const expr of expressionsOf(fn.blocks)) {
      if (expr.kind !== 'call' || expr.callee.kind !== 'name') {
        if (expr.kind === 'call' && expr.name === 'sort' && expr.args.length === 1)
          add(expr.args[0]);
        continue;
      }
      if (ORDERING.test(expr.callee.name) && expr.args.length > 2) add(expr.args.at(-1));
    }
  for (const match of unit.tree.text.matchAll(
    /\b(?:multi)?(?:set|map|priority_queue)\s*<[^;{}()]*[,\s]([A-Za-z_]\w*)\s*>/g,
  ))
    if (match[1] !== undefined) found.add(match[1]);
  return found;
}

const ORDERING =
  /^(?:::)?std::(?:ranges::)?(?:sort|stable_sort|partial_sort|nth_element|(?:make|push|pop|sort)_heap|(?:min|max|minmax)_element|inplace_merge|merge|set_\w+|(?:lower|upper)_bound|binary_search)$/;

function nameOfClass(expr: Expr & { kind: 'name' }): string {
  const type = expr.variable?.type;
  return type?.kind === 'record' ? type.name : expr.name;
}

/** The two elements that a function compares, where it orders elements. */
function sidesOf(
  fn: LoweredFunction,
  used: ReadonlySet<string>,
): readonly [string, string] | undefined {
  const names = fn.parameters.map(({ name }) => name);
  const [left = '', right = ''] = names;
  const owner = classOfFunction(fn);
  if (fn.name === 'operator<' && fn.isMethod && owner !== '')
    return names.length === 1 ? ['this', left] : undefined;
  if (names.length !== 2 || left === '' || right === '') return undefined;
  const [a, b] = fn.parameters.map(({ type }) => JSON.stringify(type));
  if (a !== b) return undefined;
  const isUsed = fn.name === 'operator()' ? used.has(owner) : used.has(fn.name);
  return isUsed || fn.name === 'operator<' ? [left, right] : undefined;
}

/** The results that are true where both elements are the same, followed through the tests that this decides. */
function valueForEquals(fn: LoweredFunction, sides: readonly [string, string]): Expr[] {
  const found: Expr[] = [];
  const seen = new Set<number>();
  const work = [0];
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const block = fn.blocks[id];
    if (block === undefined || seen.has(id)) continue;
    seen.add(id);
    const { end } = block;
    if (end.kind === 'jump') work.push(end.to);
    else if (end.kind === 'branch') {
      const known = ofEquals(end.condition, sides);
      // What is not decided may go either way, and what is returned behind it is not known.
      if (known === undefined) return [];
      work.push(known ? end.then : end.otherwise);
    } else if (
      end.kind === 'return' &&
      end.value !== undefined &&
      ofEquals(end.value, sides) === true
    )
      found.push(end.value);
  }
  return found;
}

/** What a condition is where both elements are the same; undefined where that does not tell. */
function ofEquals(expr: Expr, sides: readonly [string, string]): boolean | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind === 'number') return bare.value !== 0;
  if (bare.kind === 'name' && /^(?:true|false)$/.test(bare.name)) return bare.name === 'true';
  if (bare.kind === 'unary' && bare.op === '!') {
    const inner = ofEquals(bare.operand, sides);
    return inner === undefined ? undefined : !inner;
  }
  if (bare.kind === 'conditional') {
    const chosen = ofEquals(bare.condition, sides);
    if (chosen === undefined || bare.then === undefined) return undefined;
    return ofEquals(chosen ? bare.then : bare.otherwise, sides);
  }
  if (bare.kind !== 'binary') return undefined;
  if (bare.op === '&&' || bare.op === '||') {
    const [left, right] = [ofEquals(bare.left, sides), ofEquals(bare.right, sides)];
    const decides = bare.op === '||';
    if (left === decides || right === decides) return decides;
    return left === undefined || right === undefined ? undefined : !decides;
  }
  if (!/^(?:[<>]=?|[!=]=)$/.test(bare.op)) return undefined;
  const [a, b] = sides;
  const left = shapeOf(bare.left, a, b);
  const right = shapeOf(bare.right, a, b);
  if (left === undefined || right === undefined || left.shape !== right.shape) return undefined;
  if (left.sides.size !== 1 || right.sides.size !== 1) return undefined;
  return /=/.test(bare.op) && bare.op !== '!=';
}

interface Shape {
  readonly shape: string;
  readonly sides: ReadonlySet<string>;
}

/** An expression with its element taken out: that of `a.size()` and of `b.size()` is one. */
function shapeOf(expr: Expr, a: string, b: string): Shape | undefined {
  const bare = withoutCasts(expr);
  switch (bare.kind) {
    case 'name':
      if (bare.name === a || bare.name === b) return { shape: '@', sides: new Set([bare.name]) };
      // In a method a field without an object is one of the first element.
      return a === 'this' && bare.variable === undefined
        ? { shape: `@.${bare.name}`, sides: new Set([a]) }
        : { shape: bare.name, sides: new Set() };
    case 'number':
      return { shape: String(bare.value), sides: new Set() };
    case 'string':
      return { shape: JSON.stringify(bare.value), sides: new Set() };
    case 'member':
      return joined([shapeOf(bare.base, a, b)], `.${bare.name}`);
    case 'deref':
      return joined([shapeOf(bare.operand, a, b)], '*');
    case 'index':
      return joined([shapeOf(bare.base, a, b), shapeOf(bare.index, a, b)], '[]');
    case 'call':
      return joined(
        [shapeOf(bare.callee, a, b), ...bare.args.map((arg) => shapeOf(arg, a, b))],
        '()',
      );
    case 'binary':
      return joined([shapeOf(bare.left, a, b), shapeOf(bare.right, a, b)], bare.op);
    default:
      return undefined;
  }
}

function joined(parts: readonly (Shape | undefined)[], how: string): Shape | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const base = known.map(({ shape }) => shape).join(',');
  return {
    shape: how.startsWith('.') ? `${base}${how}` : `${how}(${base})`,
    sides: new Set(known.flatMap(({ sides }) => [...sides])),
  };
}
