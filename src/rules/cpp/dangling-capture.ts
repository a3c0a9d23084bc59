import type { LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CRule } from '../c/c-rule.ts';
import { isDetached } from './detached-threads.ts';
import { isStored } from './stored-lambdas.ts';

export const danglingCapture: CRule = {
  id: 'dangling_capture',
  title: 'A lambda outlives a local variable that it refers to',
  category: 'cpp',
  cwe: [562],
  severity: 'high',
  event: 'shape',
  precision: 'very-high',
  help: 'A lambda that captures by reference (`[&]`, `[&x]`) holds the address of the variable. The variable is gone when the function has returned, so that a call of the lambda that was returned, or kept in a field, then reads or writes the stack of another function.',
  suggestion:
    'Capture by value (`[=]`, `[x]`), or give the lambda what it owns (`[x = std::move(x)]`).',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <string>
#include <thread>
void tell(const std::string &text);
void start(int n) {
  std::string text = std::to_string(n);
  std::thread worker([&text] { tell(text); }); // defect
  worker.detach();
}
void at_once(int n) {
  std::string text = std::to_string(n);
  std::thread([&] { tell(text); }).detach(); // defect
}`,
      `#include <functional>
std::function<int(int)> adder(int base) {
  int offset = base * 2;
  return [&](int x) { return x + offset; }; // defect
}
auto counter() {
  int count = 0;
  auto next = [&count] { return ++count; };
  return next; // defect
}`,
      `#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>
class Bus {
public:
  using Handler = std::function<void(int)>;
  void on(int id, Handler handler) { handlers_[id].push_back(std::move(handler)); }
  void count();
  void last();
private:
  std::map<int, std::vector<Handler>> handlers_;
  Handler last_;
};
void Bus::count() {
  int seen = 0;
  on(1, [&seen](int) { ++seen; }); // defect
}
void Bus::last() {
  int seen = 0;
  last_ = [&](int id) { seen = id; }; // defect
}
void watch(Bus &bus) {
  std::string text;
  bus.on(2, [&](int id) { text += std::to_string(id); }); // defect
}
void clear_later(std::vector<std::function<void()>> &all) {
  std::string text;
  all.push_back([&text] { text.clear(); }); // defect
}`,
    ],
    good: [
      `#include <string>
#include <thread>
void tell(const std::string &text);
void start(int n) {
  std::string text = std::to_string(n);
  std::thread copied([text] { tell(text); });
  copied.detach();
  std::thread joined([&text] { tell(text); });
  joined.join();
}`,
      `#include <functional>
#include <string>
#include <utility>
static int calls = 0;
std::function<int(int)> adder(int base, const std::string &name, int &total) {
  int offset = base * 2;
  int twice = [&](int x) { return x + offset; }(2);
  static int kept = 0;
  if (twice > 3) return [offset](int x) { return x + offset; };
  if (twice > 2) return [&](int x) { return x + ++kept + ++calls; };
  if (twice > 1) return [&name, &total](int x) { return total += x + (int)name.size(); };
  return [offset = std::move(offset)](int x) { return x + offset; };
}
int now(int base) {
  auto add = [&](int x) { return x + base; };
  return add(3);
}`,
      `#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>
class Bus {
public:
  using Handler = std::function<void(int)>;
  void on(int id, Handler handler) { handlers_[id].push_back(std::move(handler)); }
  void off(int id) { handlers_.erase(id); }
  void each(const Handler &handler) { for (int i = 0; i < 3; i++) handler(i); }
  void count(int &total);
  void wait();
private:
  std::map<int, std::vector<Handler>> handlers_;
  Handler last_;
  int seen_ = 0;
};
void Bus::count(int &total) {
  int seen = 0;
  each([&seen](int) { ++seen; });
  on(1, [seen, &total](int) { total += seen; });
  on(2, [&](int) { ++total; });
  on(3, [this](int) { ++seen_; });
  last_ = [&](int id) { seen = id; };
  each(last_);
  last_ = nullptr;
}
int watch(Bus &bus) {
  std::string text;
  Bus own;
  std::vector<std::function<void()>> all;
  own.on(1, [&](int id) { text += std::to_string(id); });
  all.push_back([&text] { text.clear(); });
  bus.on(2, [&](int id) { text += std::to_string(id); });
  bus.wait();
  bus.off(2);
  return text.size();
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp' || !unit.functions.some(({ name }) => isLambdaName(name))) return;
    const nodes = descendants(unit.tree.root);
    const lambdas = nodes.filter(({ type }) => type === 'lambda_expression');
    const returns = nodes.filter(({ type }) => type === 'return_statement');
    for (const fn of unit.functions) {
      for (const node of returns.filter((one) => isReturnOf(one, fn))) {
        const value = node.children.find((child) => child.named);
        const lambda = value && lambdaOf(value, lambdas, fn, unit);
        const captured = lambda && capturedLocal(lambda, fn, unit);
        if (captured !== undefined)
          report(
            value ?? node,
            `the lambda refers to \`${captured.name}\`, which is gone when the function has returned`,
            { confidence: 0.9 },
          );
      }
      for (const lambda of lambdas.filter(
        (one) => isReturnOf(one, fn) && isDetached(one, fn, unit),
      )) {
        const captured = capturedLocal(lambda, fn, unit);
        if (captured !== undefined)
          report(
            lambda,
            `the thread is detached, and its lambda refers to \`${captured.name}\`, which is gone once this function returns`,
            { confidence: 0.85 },
          );
      }
      for (const lambda of lambdas.filter(
        (one) => isReturnOf(one, fn) && isStored(one, fn, unit),
      )) {
        const captured = capturedLocal(lambda, fn, unit);
        if (captured !== undefined)
          report(
            lambda,
            `the lambda is kept and refers to \`${captured.name}\`, which is gone when the function has returned`,
            { confidence: 0.8 },
          );
      }
    }
  },
};

/** Whether a function itself returns here, or makes a lambda, and not a lambda in it. */
function isReturnOf(node: SyntaxNode, fn: LoweredFunction): boolean {
  if (node.start < fn.start || node.end > fn.end) return false;
  for (let at = node.parent; at !== undefined && at.start > fn.start; at = at.parent)
    if (at.type === 'lambda_expression' || at.type === 'function_definition') return false;
  return true;
}

/** The lambda that a value is, or that the variable begins with which it names. */
function lambdaOf(
  value: SyntaxNode,
  lambdas: readonly SyntaxNode[],
  fn: LoweredFunction,
  { tree }: TranslationUnit,
): SyntaxNode | undefined {
  if (value.type === 'lambda_expression') return value;
  if (value.type !== 'identifier') return undefined;
  const name = tree.textOf(value);
  if (!fn.locals.some((local) => local.name === name)) return undefined;
  return lambdas.find((node) => {
    if (node.parent?.type !== 'init_declarator' || node.start < fn.start || node.end > fn.end)
      return false;
    const declarator = childOf(node.parent, 'declarator');
    return declarator !== undefined && tree.textOf(declarator) === name;
  });
}

/** A variable of the function that a lambda captures by reference and uses. */
function capturedLocal(
  lambda: SyntaxNode,
  fn: LoweredFunction,
  { tree }: TranslationUnit,
): Variable | undefined {
  const captures = childOf(lambda, 'captures');
  const text = captures === undefined ? '' : tree.textOf(captures);
  const items = text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => item.trim());
  const own = [...fn.parameters, ...fn.locals].filter(isOwn);
  const named = items.flatMap((item) => /^&\s*(\w+)$/.exec(item)?.[1] ?? []);
  const byName = own.find(({ name }) => named.includes(name));
  if (byName !== undefined || !items.includes('&')) return byName;
  const byValue = new Set(items.flatMap((item) => /^(\w+)/.exec(item)?.[1] ?? []));
  const body = childOf(lambda, 'body');
  const declared = namesDeclaredIn(lambda, tree);
  const used =
    body === undefined ? [] : descendants(body).filter(({ type }) => type === 'identifier');
  const names = new Set(used.map((node) => tree.textOf(node)));
  return own.find(({ name }) => names.has(name) && !byValue.has(name) && !declared.has(name));
}

/** Whether the variable itself goes with the function. */
function isOwn({ scope, type }: Variable): boolean {
  const isReference = type.kind === 'pointer' && type.reference === true;
  return (scope === 'local' || scope === 'parameter') && !isReference;
}

/** The names that a lambda has of its own. */
function namesDeclaredIn(lambda: SyntaxNode, tree: TranslationUnit['tree']): Set<string> {
  const own = descendants(lambda).filter(
    (node) => node.type === 'identifier' && node.field === 'declarator',
  );
  return new Set(own.map((node) => tree.textOf(node)));
}
