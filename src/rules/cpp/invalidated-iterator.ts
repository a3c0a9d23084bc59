import { successors } from '../../code/c/cfg/control-flow.ts';
import type { CallExpr, Expr, Loop, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import type { Symbols } from '../../code/c/ir/symbols.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants } from '../../code/syntax/syntax.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import {
  followBorrowedElements,
  movesElements,
  reservedIn,
  type StaleUse,
} from './borrowed-elements.ts';
import { placeName } from './containers.ts';

export const invalidatedIterator: CRule = {
  id: 'invalidated_iterator',
  title: 'An iterator is used after its container has changed',
  category: 'cpp',
  cwe: [416],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A vector, a string or a deque moves its elements when it grows, and erasing an element leaves nothing where an iterator leads. Iterators, references and pointers from before then lead into memory that is freed or holds something else. A loop over the elements (`for (x : all)`) keeps such iterators, too.',
  suggestion:
    'Take the iterator that `erase` or `insert` returns, collect what is to be added and add it after the loop, or keep an index instead.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <vector>
int doubled(std::vector<int> &all) {
  int sum = 0;
  for (auto it = all.begin(); it != all.end(); ++it) { // defect
    if (*it > 3) all.push_back(2);
    sum += 1;
  }
  return sum;
}
void prune(std::vector<int> &all) {
  for (int each : all)
    if (each < 0) all.erase(all.begin()); // defect
}`,
      `#include <map>
#include <vector>
int drop(std::map<int, int> &all, int key) {
  auto it = all.find(key);
  if (it == all.end()) return 0;
  all.erase(it);
  return it->second; // defect
}
int grown(std::vector<int> &all) {
  int &first = all[0];
  int *second = &all[1];
  all.push_back(7);
  return first + // defect
    *second; // defect
}`,
      `#include <cstdio>
#include <string>
#include <vector>
void show(const char *text);
void added(std::string &name) {
  const char *text = name.c_str();
  name += ".txt";
  std::puts(text); // defect
}
void appended() {
  std::string name = "a";
  auto text = name.data();
  name.append("b");
  show(text); // defect
}
std::string copied(std::string name, bool more) {
  const char *text = name.c_str();
  if (more) name.push_back('x');
  std::string copy = text; // defect
  return copy;
}
void grown(std::vector<char> &all) {
  char *first = all.data();
  all.resize(all.size() * 2);
  *first = 1; // defect
}`,
    ],
    good: [
      `#include <map>
#include <vector>
int doubled(std::vector<int> &all) {
  std::vector<int> more;
  for (auto it = all.begin(); it != all.end(); ++it)
    if (*it > 3) more.push_back(*it * 2);
  for (int each : more) all.push_back(each);
  return all.size();
}
void prune(std::vector<int> &all, std::map<int, int> &numbers) {
  for (auto it = all.begin(); it != all.end();) {
    if (*it < 0) it = all.erase(it);
    else ++it;
  }
  for (auto it = numbers.begin(); it != numbers.end();) {
    if (it->second == 0) numbers.erase(it++);
    else ++it;
  }
  for (int each : all) {
    if (each > 9) { all.push_back(0); break; }
  }
}`,
      `#include <list>
#include <string>
#include <vector>
int kept(std::list<int> &all) {
  int &first = all.front();
  auto it = all.begin();
  all.push_back(7);
  return first + *it;
}
int room(std::vector<int> &all) {
  all.reserve(all.size() + 1);
  int &first = all[0];
  all.push_back(first);
  return first;
}
void again(std::vector<int> &all, const std::string &text) {
  auto it = all.begin();
  auto at = text.find('x');
  all.clear();
  it = all.begin();
  if (it != all.end()) all.push_back(*it + (int)at);
}`,
      `#include <cstdio>
#include <string>
#include <unistd.h>
#include <vector>
void renew(const char *&text, const std::string &name);
void taken_again(std::string &name) {
  const char *text = name.c_str();
  name += ".txt";
  text = name.c_str();
  std::puts(text);
  name += ".gz";
  renew(text, name);
  std::puts(text);
}
std::string copied(std::string &name) {
  std::string text = name.c_str();
  name += ".txt";
  std::puts(text.c_str());
  return text;
}
long smaller(int from) {
  std::vector<char> all(4096);
  char *text = all.data();
  const long count = read(from, text, all.size());
  if (count < 1) return 0;
  all.resize(count);
  return text[0];
}
void roomy(std::string &name) {
  name.reserve(100);
  const char *text = name.c_str();
  name += "x";
  std::puts(text);
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const ranges = rangeLoops(unit);
    for (const fn of unit.functions) {
      const all = expressionsOf(fn.blocks);
      const calls = all.filter((expr) => expr.kind === 'call');
      const reserved = reservedIn(fn);
      const moving = calls.filter((call) => call.name === 'erase' || movesElements(call, reserved));
      const isAdded = all.some((expr) => expr.kind === 'assign' && expr.op === '+=');
      if (moving.length === 0 && !isAdded) continue;
      for (const { use, variable, borrowed, isGiven } of staleUses(fn, unit.symbols)) {
        const { container, as, gone, by } = borrowed;
        const sure = gone === 'always' ? 'has' : 'may have';
        report(
          use,
          `\`${by}\` ${sure} changed \`${container}\` since the ${as} \`${variable.name}\` was taken from it`,
          { confidence: (gone === 'always' ? 0.88 : 0.7) - (isGiven ? 0.1 : 0) },
        );
      }
      for (const loop of fn.loops) changedWithin(loop, fn, ranges, report);
    }
  },
};

/** The first use of each variable, or the first that is certain. */
function staleUses(fn: LoweredFunction, symbols: Symbols): StaleUse[] {
  const first = new Map<Variable, StaleUse>();
  followBorrowedElements(fn, symbols, {
    used(found) {
      const known = first.get(found.variable);
      const isSurer = rank(found) - (known === undefined ? -1 : rank(known));
      const isEarlier = known === undefined || found.use.start < known.use.start;
      if (isSurer > 0 || (isSurer === 0 && isEarlier)) first.set(found.variable, found);
    },
  });
  return [...first.values()];
}

function rank({ borrowed }: StaleUse): number {
  return borrowed.gone === 'always' ? 1 : 0;
}

/** A container is changed within a loop over its elements, which then goes on. */
function changedWithin(
  loop: Loop,
  fn: LoweredFunction,
  ranges: ReadonlyMap<number, string>,
  report: ReportHit,
): void {
  const place = loop.kind === 'range' ? ranges.get(loop.start) : undefined;
  if (place === undefined) return;
  const body = new Set(loop.body);
  const isChange = (expr: Expr): expr is CallExpr =>
    expr.kind === 'call' &&
    expr.receiver !== undefined &&
    placeName(expr.receiver) === place &&
    movesElements(expr, new Set());
  for (const id of body) {
    const block = fn.blocks[id];
    if (block === undefined || id === loop.header) continue;
    for (const call of expressionsOf([block]).filter(isChange))
      if (goesOn(id, loop, body, fn))
        report(call, `\`${call.name}\` changes \`${place}\` while a loop goes over its elements`, {
          confidence: 0.85,
        });
  }
}

/** Whether the next round of a loop can follow on a block. */
function goesOn(from: number, loop: Loop, body: ReadonlySet<number>, fn: LoweredFunction): boolean {
  const seen = new Set([from]);
  for (const id of seen) {
    const block = fn.blocks[id];
    for (const next of block === undefined ? [] : successors(block.end)) {
      if (next === loop.header) return true;
      if (body.has(next)) seen.add(next);
    }
  }
  return false;
}

/** By where they begin, the places that loops go over which are variables or fields. */
function rangeLoops({ tree }: TranslationUnit): Map<number, string> {
  const places = new Map<number, string>();
  if (!/\bfor\b/.test(tree.text)) return places;
  for (const node of descendants(tree.root)) {
    const right = node.type === 'for_range_loop' ? childOf(node, 'right') : undefined;
    if (right !== undefined && /^(?:identifier|field_expression)$/.test(right.type))
      places.set(node.start, tree.textOf(right).replace(/\s+/g, ''));
  }
  return places;
}
