import type { RustFunction } from '../../code/rust/items/items.ts';
import { wordsOf } from '../../code/rust/items/path.ts';
import { descendants, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf } from './support/callee.ts';

/** Words of names that hold how much, or how deep, is let in. */
const LIMIT =
  /^(?:limit|limits|limited|recursion|recursions|depth|nesting|quota|budget|cap|capped)$/;

export const limitRemoved: RustChangeRule = {
  id: 'limit_removed',
  title: 'The change takes away a limit on what comes in',
  category: 'resource',
  cwe: [770, 674, 400],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change this function counted how deep or how much it goes, or read through something with a limit. Now nothing in it says where to stop. Where input decides how much comes, it can fill the memory or the stack.',
  suggestion: 'Keep the limit, or name the one that stops the input before this.',
  examples: {
    bad: [
      ` async fn body(request: Request) -> Result<Bytes, Error> {
-    let body = request.into_limited_body();
+    let body = request.into_body(); // defect
     to_bytes(body).await
 }`,
      ` fn skip_group(&mut self) -> Result<(), Error> {
-    self.enter_recursion()?;
     while self.next()? {
         self.skip_group()?; // defect
     }
     Ok(())
 }`,
    ],
    good: [
      ` async fn body(request: Request) -> Result<Bytes, Error> {
-    let body = request.into_limited_body();
+    let body = request.with_limit(MAX).into_body();
     to_bytes(body).await
 }`,
      ` fn skip_group(&mut self) -> Result<(), Error> {
-    self.enter_recursion()?;
+    self.enter()?;
     self.skip_group()
 }
-fn enter_recursion(&mut self) {}
+fn enter(&mut self) { self.depth += 1; }`,
    ],
  },
  compare({ base, head, functions, lines }, report) {
    const left = new Set(limitsIn(head.tree, head.tree.root).map(({ name }) => name));
    for (const { base: before, head: now } of functions) {
      const had = limitsIn(base.tree, before.body);
      const [lost] = had;
      if (lost === undefined || limitsIn(head.tree, now.body).length > 0) continue;
      // What another function of the file counts, this one may count by calling it.
      if (callsOne(head.tree, now, head.functions, left)) continue;
      const from = lines.positionInHead(base.tree.location(lost.node).line);
      const calls = descendants(now.body).filter(
        (node) => calleeOf(head.tree, node) !== '' && head.tree.location(node).line >= from - 1,
      );
      const use =
        calls.find(
          (node) =>
            lines.inBase(head.tree.location(node).line) === undefined ||
            recurses(head.tree, node, now),
        ) ?? calls[0];
      if (use === undefined) continue;
      report({
        ...{ span: use, in: now, isTest: now.isTest },
        message: `Nothing in \`${now.name}\` says where to stop any longer: this change took away \`${lost.name}\`.`,
        confidence: 0.6,
      });
    }
  },
};

/** The names in some code that hold a limit. */
function limitsIn(tree: SyntaxTree, within: SyntaxNode): { node: SyntaxNode; name: string }[] {
  return descendants(within)
    .filter(({ type }) => type === 'identifier' || type === 'field_identifier')
    .map((node) => ({ node, name: tree.textOf(node) }))
    .filter(({ name }) => wordsOf(name).some((word) => LIMIT.test(word)));
}

function recurses(tree: SyntaxTree, call: SyntaxNode, { name }: RustFunction): boolean {
  return calleeOf(tree, call).endsWith(name);
}

/** Whether a function calls another one of the file that has a limit. */
function callsOne(
  tree: SyntaxTree,
  fn: RustFunction,
  all: readonly RustFunction[],
  limits: ReadonlySet<string>,
): boolean {
  if (limits.size === 0) return false;
  const called = new Set(
    descendants(fn.body).map((node) => calleeOf(tree, node).replace(/^.*[.:]/s, '')),
  );
  return all.some(
    (one) => one !== fn && called.has(one.name) && limitsIn(tree, one.body).length > 0,
  );
}
