import type { LoweredFunction } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { EscapingExceptions } from '../c/support/calls/escaping-exceptions.ts';
import { threadStarts } from '../c/support/calls/thread-starts.ts';

export const uncaughtException: CRule = {
  id: 'uncaught_exception',
  title: 'An exception may end the program',
  category: 'cpp',
  cwe: [248],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'An exception that leaves a destructor, a `noexcept` function, the function of a thread or `main` ends the program at once, without destroying what is still open. In a destructor it also strikes while another exception is on its way. Where no visible handler catches what a function throws, its callers have to know; a number or a text passes every handler for standard exceptions.',
  suggestion: 'Catch it inside the function, or report the failure by a result.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <stdexcept>
class Log {
public:
  ~Log() {
    if (!flush()) throw std::runtime_error("not written"); // defect
  }
  bool flush() { return true; }
};
int size(const char *text) noexcept {
  if (text == nullptr) throw std::invalid_argument("no text"); // defect
  return 0;
}`,
      `int seats(int row) {
  if (row < 0) throw "no such row"; // defect
  return row * 8;
}`,
      `#include <stdexcept>
static int parse(const char *text) {
  if (*text == 0) throw std::invalid_argument("empty"); // defect
  return *text - '0';
}
int main(int argc, char **argv) {
  return argc > 1 ? parse(argv[1]) : 0;
}`,
      `#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
static int parsed(const std::string &line) {
  return std::stoi(line.substr(1)); // defect
}
std::thread started(std::vector<std::string> lines) {
  return std::thread([lines = std::move(lines)] {
    for (const auto &line : lines) parsed(line);
  });
}
class Worker {
public:
  ~Worker() { stop("7"); } // defect
  void run() {
    if (limit_ < 0) throw std::out_of_range("limit"); // defect
  }
  void start() { thread_ = std::thread(&Worker::run, this); }
private:
  void stop(const std::string &text) { limit_ = std::stoi(text) ; }
  std::thread thread_;
  int limit_ = 0;
};
int length(const std::string &text) noexcept {
  return parsed(text); // defect
}`,
    ],
    good: [
      `#include <future>
#include <stdexcept>
#include <string>
#include <thread>
static int parsed(const std::string &line) { return std::stoi(line.substr(1)); }
static int digits(const std::string &line) {
  if (line.empty() || line.find_first_not_of("0123456789") != std::string::npos) return 0;
  return std::stoi(line);
}
std::thread started(std::string line) {
  return std::thread([line] {
    try {
      parsed(line);
    } catch (const std::exception &error) {
      std::puts(error.what());
    }
    digits(line);
  });
}
std::future<int> later(std::string line) {
  return std::async(std::launch::async, [line] { return parsed(line); });
}
int length(const std::string &text) noexcept {
  try {
    return parsed(text);
  } catch (...) {
    return 0;
  }
}`,
      `#include <stdexcept>
#include <cstdio>
static int parse(const char *text) {
  if (*text == 0) throw std::invalid_argument("empty");
  return *text - '0';
}
int main(int argc, char **argv) {
  try {
    return argc > 1 ? parse(argv[1]) : 0;
  } catch (const std::exception &error) {
    std::puts(error.what());
    return 1;
  }
}`,
      `#include <stdexcept>
class Log {
public:
  ~Log() {
    try {
      if (!flush()) throw std::runtime_error("not written");
    } catch (const std::exception &) {
      failed = true;
    }
  }
  bool flush() { return true; }
  bool failed = false;
};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    leavesThreads(unit, report);
    const catches = descendants(unit.tree.root).some((node) => node.type === 'catch_clause');
    const fromMain = reachableFromMain(unit);
    for (const node of descendants(unit.tree.root)) {
      if (!/^throw_(?:statement|expression)$/.test(node.type)) continue;
      // A bare `throw;` rethrows the exception that is being handled.
      if (!node.children.some((child) => child.named && child.type !== 'throw')) continue;
      const owner = unit.functions.findLast((fn) => fn.start <= node.start && node.end <= fn.end);
      if (owner === undefined || isCaught(node)) continue;
      const isDestructor = owner.name.startsWith('~');
      if (isDestructor || owner.isNoexcept) {
        if (isDestructor && mayThrow(unit, owner)) continue;
        const what = isDestructor ? 'a destructor' : `\`${owner.name}\`, which is noexcept,`;
        report(node, `this leaves ${what} and ends the program`, { confidence: 0.88 });
      } else if (!catches) {
        const reached = fromMain.has(owner.name);
        const plain = throwsPlainValue(node);
        report(
          node,
          reached
            ? `main reaches this through \`${owner.name}\`, and no handler catches it`
            : plain
              ? 'no handler in this file catches it, and no handler of a std::exception does'
              : 'no handler in this file catches it',
          { confidence: reached ? 0.6 : plain ? 0.5 : 0.45 },
        );
      }
    }
  },
};

/** An exception that leaves the function of a thread, a destructor or a `noexcept` function through what that calls. */
function leavesThreads(unit: TranslationUnit, report: ReportHit): void {
  const escapes = new EscapingExceptions(unit);
  const starts = threadStarts(unit).filter(({ at }) => at.kind !== 'call' || at.name !== 'async');
  for (const entry of new Set(starts.map((start) => start.entry))) {
    for (const { from, by, isThrow } of escapes.of(entry))
      report(
        from,
        `${saying(by, isThrow)}, which ends the program where the thread does not catch it`,
        {
          confidence: isThrow ? 0.7 : 0.65,
        },
      );
  }
  for (const fn of unit.functions) {
    if (fn.name === 'main') {
      for (const { at, from, by } of escapes.of(fn))
        if (by !== 'throw' && at === from)
          report(at, `${saying(by, false)}, and main does not catch it`, { confidence: 0.42 });
    }
    const isDestructor = fn.name.startsWith('~');
    if ((!isDestructor && !fn.isNoexcept) || mayThrow(unit, fn)) continue;
    const what = isDestructor ? 'a destructor' : `\`${fn.name}\`, which is noexcept,`;
    for (const { at, by, isThrow } of escapes.leaving(fn))
      if (at.kind !== 'throw')
        report(at, `${saying(by, isThrow)}, which leaves ${what} and ends the program`, {
          confidence: 0.65,
        });
  }
}

function saying(by: string, isThrow: boolean): string {
  return isThrow
    ? 'this throws an exception'
    : `\`${by}\` throws for a text that is no number in range`;
}

/** Whether a number or a text is thrown: `catch (const std::exception &)` lets it pass. */
function throwsPlainValue(node: SyntaxNode): boolean {
  const thrown = node.children.find((child) => child.named && child.type !== 'throw');
  return /^(?:number|char|string|concatenated_string|raw_string)(?:_literal)?$/.test(
    thrown?.type ?? '',
  );
}

function mayThrow(unit: TranslationUnit, fn: LoweredFunction): boolean {
  return /noexcept\s*\(\s*false\s*\)/.test(unit.tree.text.slice(fn.start, fn.end));
}

/** Whether a throw stands in the body of a `try` of its own function, or in a lambda, whose caller is unknown. */
function isCaught(node: SyntaxNode): boolean {
  let inner = node;
  for (
    let at = node.parent;
    at !== undefined && at.type !== 'function_definition';
    at = at.parent
  ) {
    if (at.type === 'lambda_expression') return true;
    if (at.type === 'try_statement' && childOf(at, 'body') === inner) return true;
    inner = at;
  }
  return false;
}

/** The names of the functions that main calls, directly or through others. */
function reachableFromMain(unit: TranslationUnit): Set<string> {
  const reached = new Set<string>();
  const main = unit.functions.find((fn) => fn.name === 'main');
  const work = main === undefined ? [] : [main];
  for (let fn = work.pop(); fn !== undefined; fn = work.pop()) {
    if (reached.has(fn.name)) continue;
    reached.add(fn.name);
    const called = calledNames(unit, fn);
    work.push(...unit.functions.filter((each) => called.has(each.name)));
  }
  return reached;
}

function calledNames(unit: TranslationUnit, fn: LoweredFunction): Set<string> {
  const names = unit.tree.text.slice(fn.start, fn.end).matchAll(/\b([A-Za-z_]\w*)\s*\(/g);
  return new Set([...names].flatMap((match) => match[1] ?? []));
}
