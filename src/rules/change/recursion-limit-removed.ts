import type { CallExpr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { isDepthTest } from '../../code/change/depth-tests.ts';
import { leavesOn } from '../../code/change/leaves-on.ts';
import { isMovedOut } from '../../code/change/moved-code.ts';
import { isTakenAway, isWritten } from '../../code/change/place-of-change.ts';
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
    ],
    good: [
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
      const isRecursive = calls.length > 0;
      const gone = testsOf(base).find(
        (test) =>
          isDepthTest(test, isRecursive) &&
          isTakenAway(change, test) &&
          leavesOn(base, test) &&
          !isMovedOut(change, test, head),
      );
      if (gone === undefined || testsOf(head).some((test) => isDepthTest(test, isRecursive)))
        continue;
      const { line } = baseUnit.tree.location(gone);
      const place = spanOfCodeFrom(headUnit.tree.text, Math.ceil(lines.positionInHead(line)));
      const text = shortText(baseUnit.tree.textOf(gone));
      report(place, `nothing limits the depth any longer: this change took away \`${text}\``, {
        confidence: 0.75,
      });
    }
  },
};

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
