import { descendants, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { argumentsOf, calleeOf, lastName } from './support/callee.ts';

export const optionsEndRemoved: RustChangeRule = {
  id: 'options_end_removed',
  title: 'The change lets a value be an option of the program',
  category: 'input',
  cwe: [88],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: 'Before the change `--` stood between the options of the program and its arguments. Without it, a value that begins with `-` is taken as an option: many programs have one that writes a file or starts another program.',
  suggestion: 'Put `--` before the first argument that the program text does not fix.',
  examples: {
    bad: [
      ` fn send(to: &[String]) -> io::Result<Child> {
     Command::new("sendmail")
         .arg("-i")
-        .arg("--")
         .args(to) // defect
         .spawn()
 }`,
    ],
    good: [
      ` fn send(to: &[String]) -> io::Result<Child> {
     Command::new("sendmail")
-        .arg("--")
-        .args(to)
+        .args(["--"])
+        .args(to)
         .spawn()
 }`,
    ],
  },
  compare({ base, head, functions, lines }, report) {
    for (const { base: before, head: now } of functions) {
      const had = endsIn(base.tree, before.body);
      const [lost] = had;
      if (lost === undefined || endsIn(head.tree, now.body).length >= had.length) continue;
      const from = lines.positionInHead(base.tree.location(lost).line);
      const given = descendants(now.body)
        .filter((node) => /^args?$/.test(lastName(calleeOf(head.tree, node))))
        .flatMap((call) => argumentsOf(call))
        .filter((node) => node.type !== 'string_literal' && head.tree.location(node).line >= from)
        .toSorted((one, other) => one.start - other.start);
      const [use] = given;
      if (use === undefined) continue;
      report({
        ...{ span: use, in: now, isTest: now.isTest },
        message: `\`${head.tree.textOf(use).slice(0, 60)}\` is an option of the program where it begins with \`-\`: this change took away the \`--\` before it.`,
        confidence: 0.8,
      });
    }
  },
};

/** The texts `--` in a function. */
function endsIn(tree: SyntaxTree, body: SyntaxNode): SyntaxNode[] {
  return descendants(body).filter(
    (node) => node.type === 'string_literal' && tree.textOf(node) === '"--"',
  );
}
