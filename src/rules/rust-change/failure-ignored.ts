import { descendants, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf, lastName } from './support/callee.ts';
import { compact, counted } from './support/code-in-versions.ts';

export const failureIgnored: RustChangeRule = {
  id: 'failure_ignored',
  title: 'The change goes on where a call has failed',
  category: 'error_handling',
  cwe: [252, 755],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change the function returned the error of this call with `?`. Now it goes on, with a state that the call was to check or to set.',
  suggestion: 'Return the error with `?` again, before anything is changed.',
  examples: {
    bad: [
      ` fn skip(&mut self, count: usize) -> Result<Input, End> {
-    let part = self.input.part(self.at, count)?;
+    let part = self.input.part(self.at, count); // defect
     self.at += count;
-    Ok(part)
+    part
 }`,
      ` fn store(&mut self, text: &str) -> io::Result<()> {
-    self.file.check_room(text.len())?;
+    self.file.check_room(text.len()); // defect
     self.add(text)
 }`,
    ],
    good: [
      ` fn store(&mut self, text: &str) -> io::Result<()> {
-    self.check_room(text.len())?;
+    self.check_room(text.len());
     self.add(text)
 }
 fn check_room(&mut self, length: usize) {}`,
      ` fn store(&mut self, text: &str) -> io::Result<()> {
-    self.file.write(text)?;
+    if let Err(error) = self.file.write(text) {
+        return Err(wrapped(error));
+    }
     Ok(())
 }`,
    ],
  },
  compare({ base, head, functions }, report) {
    for (const { base: before, head: now } of functions) {
      const was = counted(triedIn(base.tree, before.body));
      const is = counted(triedIn(head.tree, now.body));
      for (const node of descendants(now.body)) {
        const text = node.type === 'call_expression' ? compact(head.tree, node) : '';
        if ((was.get(text) ?? 0) <= (is.get(text) ?? 0)) continue;
        if (
          !isLeft(head.tree, node) ||
          cannotFail(lastName(calleeOf(head.tree, node)), head.functions)
        )
          continue;
        report({
          ...{ span: node, in: now, isTest: now.isTest },
          message: `\`${head.tree.textOf(node).replaceAll(/\s+/g, ' ').slice(0, 60)}\` may fail, and this change goes on: before it, the error was returned.`,
          confidence: 0.6,
        });
        break;
      }
    }
  },
};

/** What `?` and `try!` are about, without white space. */
function triedIn(tree: SyntaxTree, body: SyntaxNode): string[] {
  return descendants(body).flatMap((node) => {
    if (node.type === 'try_expression') return [compact(tree, node).slice(0, -1)];
    const [, inner] =
      node.type === 'macro_invocation' ? (/^try!\((.*)\)$/s.exec(compact(tree, node)) ?? []) : [];
    return inner === undefined ? [] : [inner];
  });
}

/** Whether the result of a call is dropped, or kept while the function changes what `self` holds. */
function isLeft(tree: SyntaxTree, call: SyntaxNode): boolean {
  const { parent } = call;
  if (parent?.type === 'expression_statement') return call.end < parent.end;
  if (parent?.type !== 'let_declaration' || call.field !== 'value') return false;
  const block = parent.parent?.children ?? [];
  const next = block[block.indexOf(parent) + 1];
  return next !== undefined && /^self\.[\w.]+\s*[-+*]?=[^=]/.test(tree.textOf(next));
}

/** Whether the file has a function of that name that gives no Result. */
function cannotFail(
  name: string,
  functions: readonly {
    readonly name: string;
    readonly returns: { readonly name: string } | undefined;
  }[],
): boolean {
  return functions.some((fn) => fn.name === name && fn.returns?.name.endsWith('Result') !== true);
}
