import type { Expr, LoweredFunction, Span } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule, ReportHit } from '../c/c-rule.ts';
import { type Escape, EscapingExceptions } from '../c/support/calls/escaping-exceptions.ts';
import { memberInitialisers } from './member-initialisers.ts';
import { classOfFunction } from './own-fields.ts';

export const constructorLeak: CRule = {
  id: 'constructor_leak',
  title: 'A constructor that throws leaves its resource open',
  category: 'cpp',
  cwe: [772, 401],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'The destructor of a class runs for objects that are complete only. An exception that leaves the constructor behind the place where it opened a file or allocated memory takes the only handle of that along. Fields that have a destructor of their own are destroyed all the same.',
  suggestion:
    'Keep the resource in a field that owns it, such as a `std::unique_ptr` or a class for the handle, or give it back before the exception leaves.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
static int opened(const char *path) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) throw std::runtime_error("cannot open");
  return fd;
}
class Journal {
public:
  explicit Journal(const char *path) : fd_(opened(path)) {
    check(); // defect
  }
  ~Journal() { ::close(fd_); }
private:
  void check() {
    char head[4];
    if (read(fd_, head, 4) != 4) throw std::runtime_error("too short");
  }
  int fd_;
};
class Frame {
public:
  Frame(const std::string &size, int depth) {
    bytes_ = new char[4096];
    size_ = std::stoi(size); // defect
    if (depth > 8) throw std::invalid_argument("depth"); // defect
  }
  ~Frame() { delete[] bytes_; }
private:
  char *bytes_;
  int size_;
};`,
    ],
    good: [
      `#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
class Handle {
public:
  explicit Handle(const char *path) : fd_(open(path, O_RDONLY)) {
    if (fd_ < 0) throw std::runtime_error("cannot open");
  }
  ~Handle() { if (fd_ >= 0) ::close(fd_); }
  int get() const { return fd_; }
private:
  int fd_;
};
class Journal {
public:
  explicit Journal(const char *path) : handle_(path) { check(); }
  ~Journal() { closed_ = true; }
private:
  void check() {
    char head[4];
    if (read(handle_.get(), head, 4) != 4) throw std::runtime_error("too short");
  }
  Handle handle_;
  bool closed_ = false;
};
class Frame {
public:
  Frame(const std::string &size, int depth) {
    if (depth > 8) throw std::invalid_argument("depth");
    bytes_ = new char[4096];
    try {
      size_ = std::stoi(size);
    } catch (...) {
      delete[] bytes_;
      throw;
    }
    if (size_ > 4096) {
      delete[] bytes_;
      throw std::invalid_argument("size");
    }
  }
  ~Frame() { delete[] bytes_; }
private:
  char *bytes_;
  int size_ = 0;
};
class Delegating {
public:
  Delegating() : bytes_(nullptr) {}
  explicit Delegating(int size) : Delegating() {
    bytes_ = new char[16];
    if (size < 0) throw std::invalid_argument("size");
  }
  ~Delegating() { delete[] bytes_; }
private:
  char *bytes_;
};`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const destructors = unit.functions.filter(({ name }) => name.startsWith('~'));
    if (destructors.length === 0) return;
    const escapes = new EscapingExceptions(unit);
    const members = memberInitialisers(unit);
    const branches = descendants(unit.tree.root).filter(({ type }) => type === 'if_statement');
    for (const destructor of destructors) {
      const owner = classOfFunction(destructor);
      const released = new Set(expressionsOf(destructor.blocks).flatMap(releasedField));
      const constructors = unit.functions.filter(
        (fn) => classOfFunction(fn) === owner && fn.name === owner.replace(/^.*::/, ''),
      );
      for (const fn of released.size === 0 ? [] : constructors)
        check(fn, released, unit, { escapes, members, branches }, report);
    }
  },
};

interface Known {
  readonly escapes: EscapingExceptions;
  readonly members: ReadonlyMap<string, string>;
  readonly branches: readonly SyntaxNode[];
}

function check(
  fn: LoweredFunction,
  released: ReadonlySet<string>,
  unit: TranslationUnit,
  { escapes, members, branches }: Known,
  report: ReportHit,
): void {
  const text = unit.tree.textOf(fn);
  // An object whose other constructor is done is complete: its destructor runs.
  if (new RegExp(`\\)\\s*(?:noexcept\\s*)?:\\s*${fn.name}\\s*[({]`).test(text)) return;
  const acquired = acquisitions(fn, released, members);
  for (const leaving of escapes.of(fn)) {
    for (const [field, at] of acquired) {
      if (leaving.at.start <= at.end || isOfField(leaving, field, unit, branches)) continue;
      if (isReleasedBefore(leaving.at, unit)) continue;
      report(
        leaving.at,
        `an exception leaves here, and nothing gives back \`${field}\`, since the destructor does not run`,
        {
          confidence: 0.7,
        },
      );
      break;
    }
  }
}

/** Where a constructor gives a field that the destructor releases what a call or `new` makes. */
function acquisitions(
  fn: LoweredFunction,
  released: ReadonlySet<string>,
  members: ReadonlyMap<string, string>,
): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  const add = (field: string | undefined, value: Expr | undefined) => {
    const bare = value && withoutCasts(value);
    const isMade = bare?.kind === 'new' || (bare?.kind === 'call' && bare.receiver === undefined);
    const isMoved = bare?.kind === 'call' && /(?:exchange|move|release)$/.test(bare.name);
    if (field !== undefined && released.has(field) && bare !== undefined && isMade && !isMoved)
      found.set(field, bare);
  };
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'initlist')
      add(members.get(`${expr.start}-${expr.end}`), expr.items[0]?.value);
    else if (expr.kind === 'assign') add(fieldName(expr.target), expr.value);
  }
  return found;
}

/** Whether it is the failure to get the resource that is thrown: `if (fd_ < 0) throw`. */
function isOfField(
  { at, from }: Escape,
  field: string,
  { tree }: TranslationUnit,
  branches: readonly SyntaxNode[],
): boolean {
  return branches.some((node) => {
    const condition = childOf(node, 'condition');
    const isAround = [at, from].some(({ start, end }) => node.start <= start && end <= node.end);
    return (
      isAround &&
      condition !== undefined &&
      new RegExp(`\\b${field}\\b`).test(tree.textOf(condition)) &&
      !/\(.*\(/.test(tree.textOf(condition))
    );
  });
}

/** Whether the statements right before it give something back. */
function isReleasedBefore({ start }: Span, { tree: { text } }: TranslationUnit): boolean {
  const block = text.slice(Math.max(text.lastIndexOf('{', start), 0), start);
  return /\b(?:\w*close\w*|free|delete|munmap|cleanup|release|destroy|reset)\b/i.test(block);
}

/** The field that a destructor closes, frees or deletes. */
function releasedField(expr: Expr): string[] {
  if (expr.kind === 'delete') return [fieldName(expr.operand) ?? []].flat();
  if (expr.kind !== 'call' || expr.receiver !== undefined) return [];
  if (
    !/^(?:close|closesocket|f?pclose|fclose|closedir|free|munmap|dlclose|freeaddrinfo|sqlite3_close|gzclose)$/.test(
      expr.name,
    )
  )
    return [];
  return expr.args.slice(0, 1).flatMap((arg) => fieldName(arg) ?? []);
}

function fieldName(expr: Expr): string | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind === 'name') return bare.variable === undefined ? bare.name : undefined;
  const isOfThis = bare.kind === 'member' && bare.base.kind === 'name' && bare.base.name === 'this';
  return isOfThis ? bare.name : undefined;
}
