import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { knownNumber } from '../../code/c/ir/constants.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { isDepthTest } from '../../code/change/depth-tests.ts';
import type { FunctionPair } from '../../code/change/function-pairs.ts';
import { helperTests } from '../../code/change/helper-tests.ts';
import { leavesOn } from '../../code/change/leaves-on.ts';
import { isMovedOut } from '../../code/change/moved-code.ts';
import { isTakenAway, isWritten } from '../../code/change/place-of-change.ts';
import { isRecursive } from '../../code/change/recursive-functions.ts';
import { spanOfCodeFrom } from '../../code/change/span-of-line.ts';
import { testsOf } from '../../code/change/tests.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const recursionLimitRemoved: ChangeRule = {
  id: 'recursion_limit_removed',
  title: 'The change lets a recursion go as deep as its input says',
  category: 'resource',
  cwe: [674],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change the depth of this recursion was limited, or it was a loop. In head the function calls itself as often as the input asks for, and each call takes space of the stack, so that a crafted input ends the program.',
  suggestion: 'Keep the limit of the depth, or the loop.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int parse(const char **at, int depth) {
-  if (depth > 100)
-    return -1;
   if (**at != '(') return 0; // defect
   *at += 1;
   return parse(at, depth + 1);
 }`,
      ` int next(struct source *in);
 int symbol(struct source *in) {
-again:;
   int c = next(in);
-  if (c == ' ') goto again;
+  if (c == ' ') return symbol(in); // defect
   return c;
 }`,
      ` int item(const char **at, int depth);
 static int list(const char **at, int depth) {
-  if (depth > 100)
-    return -1;
   *at += 1; // defect
   return item(at, depth + 1);
 }
 int item(const char **at, int depth) {
   return **at == '(' ? list(at, depth) : 0;
 }`,
    ],
    good: [
      ` int put(char *, int, int), level(int), room(const char *);
 int write_mark(char *data, int depth, int mark) {
-  if (level(mark) > depth)
+  if (room(data) == 0)
     return -1;
   return put(data, mark, 2);
 }`,
      ` struct args { int depth; };
 int fetch(struct args *), finish(void), note(int), wait_for(int);
+static void update(struct args *args) {
+  if (args->depth > 0) {
+    finish();
+  }
+}
 int run(struct args *args) {
   int result = fetch(args);
   note(result);
   result = wait_for(result);
   note(result);
-  if (args->depth > 0) {
-    finish();
-  }
+  update(args);
   return result;
 }`,
      ` int parse(const char **at, int depth) {
-  if (depth > 100)
+  if (depth > 50)
     return -1;
   if (**at != '(') return 0;
   *at += 1;
   return parse(at, depth + 1);
 }`,
    ],
  },
  compare(change, report) {
    const { base: baseUnit, head: headUnit, lines } = change;
    for (const { base, head } of change.functions) {
      const calls = selfCalls(head);
      const more = calls.length > selfCalls(base).length && selfCalls(base).length === 0;
      const added = more ? calls.find((call) => isWritten(change, call)) : undefined;
      if (added !== undefined && hasLoop(base, head)) {
        report(
          added,
          `\`${head.name}\` calls itself here, where it went round in a loop before this change`,
          {
            confidence: 0.7,
          },
        );
        continue;
      }
      const recursive = isRecursive(headUnit, head);
      const gone = testsOf(base).find(
        (test) =>
          isDepthTest(test, recursive) &&
          (recursive || isAboveNumber(test)) &&
          isTakenAway(change, test) &&
          leavesOn(base, test) &&
          !isMovedOut(change, test, head),
      );
      if (gone === undefined) continue;
      const tests = [...testsOf(head), ...helperTests(change, head).map(({ test }) => test)];
      if (tests.some((test) => isDepthTest(test, recursive))) continue;
      if (recursive && hasOtherLimit({ base, head })) continue;
      const { line } = baseUnit.tree.location(gone);
      const place = spanOfCodeFrom(headUnit.tree.text, Math.ceil(lines.positionInHead(line)));
      const text = shortText(baseUnit.tree.textOf(gone));
      report(place, `nothing limits the depth any longer: this change took away \`${text}\``, {
        // Another file may call it again.
        confidence: recursive ? 0.75 : 0.45,
      });
    }
  },
};

/** Whether the change tests a number that the function gets and counts: a depth that is counted down, or has another name. */
function hasOtherLimit({ base, head }: FunctionPair): boolean {
  const before = new Set(testsOf(base).map(expressionText));
  const counted = countedPlaces(head);
  const parameters = head.parameters.filter(({ name }) => counted.has(name));
  return testsOf(head).some((test) => {
    if (before.has(expressionText(test)) || !leavesOn(head, test)) return false;
    const read = new Set(expressionsIn(test).map(expressionText));
    return parameters.some(({ name }) => read.has(name));
  });
}

/** The places that are counted, by themselves or in what a call gets: `left--`, `walk(at, left - 1)`. */
function countedPlaces(fn: LoweredFunction): ReadonlySet<string> {
  const counted = expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind === 'incdec') return expressionText(expr.operand);
    const given = expr.kind === 'call' ? expr.args.map(withoutCasts) : [];
    return given.flatMap((arg) =>
      arg.kind === 'binary' && /^[-+]$/.test(arg.op) ? expressionText(arg.left) : [],
    );
  });
  return new Set(counted);
}

/** `depth > 40`: a limit of what has another name for a depth is none of calls. */
function isAboveNumber(test: Expr): boolean {
  if (test.kind !== 'binary') return false;
  return [test.left, test.right].some((side) => (knownNumber(side) ?? 0) > 1);
}

function selfCalls(fn: LoweredFunction): CallExpr[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'call' && expr.name === fn.name ? expr : [],
  );
}

/** Whether base came back to a place in a loop or by a jump that head does not have. */
function hasLoop(base: LoweredFunction, head: LoweredFunction): boolean {
  const backEdges = (fn: LoweredFunction) =>
    fn.blocks.filter(({ id, end }) => end.kind === 'jump' && end.to <= id).length;
  return backEdges(base) > backEdges(head) || base.loops.length > head.loops.length;
}
