import { wordsOf } from '../../code/rust/items/path.ts';
import { descendants, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { argumentsOf, calleeOf, lastName } from './support/callee.ts';
import { compact, fewer } from './support/code-in-versions.ts';

/** Words of names of functions and wrappers that refuse or clean what they are given. */
const VALIDATES =
  /^(?:valid|validate|validated|verify|verified|sanitize|sanitise|sanitized|escape|escaped|ensure|assure|canonicalize|normalize|normalise|quote|quoted|trusted|allowed|permitted|safe)$/;

function validates(name: string): boolean {
  const words = wordsOf(name);
  return words[0] === 'check' || words.some((word) => VALIDATES.test(word));
}

export const validationRemoved: RustChangeRule = {
  id: 'validation_removed',
  title: 'The change uses a value without the function that checked it',
  category: 'input',
  cwe: [20, 88, 22],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change the value went through a function that refuses or cleans what must not come through, as its name says. Now the value is used as it is. Where it comes from outside, it may be an option of a program, a path that leaves a folder, or text that a later step does not expect.',
  suggestion: 'Call the function again, or name what makes it needless.',
  examples: {
    bad: [
      ` fn connect(url: &Url) -> Result<Command, Error> {
     let mut command = Command::new("ssh");
-    command.arg(ensure_no_option(url.host())?);
+    command.arg(url.host()); // defect
     Ok(command)
 }`,
      ` fn print(&mut self, value: &dyn Debug) -> Result {
-    write(&mut self.out, Escape(value))
+    write(&mut self.out, value) // defect
 }`,
      ` fn below(base: &Path, name: &Path) -> PathBuf {
     let mut path = base.to_path_buf();
-    path.extend(name.components().filter(|one| matches!(one, Component::Normal(_))));
+    path.push(name); // defect
     path
 }`,
    ],
    good: [
      ` fn connect(url: &Url) -> Result<Command, Error> {
     let mut command = Command::new("ssh");
-    command.arg(ensure_no_option(url.host())?);
+    let host = ensure_no_option(url.host())?;
+    command.arg(host);
     Ok(command)
 }`,
      ` fn connect(url: &Url) -> Result<Command, Error> {
     let mut command = Command::new("ssh");
-    command.arg(ensure_no_option(url.host())?);
+    command.arg(no_option(url.host())?);
     Ok(command)
 }`,
    ],
  },
  compare({ base, head, lines, functions }, report) {
    const left = new Set(callsIn(head.tree, head.tree.root).map(({ key }) => key));
    for (const { base: before, head: now } of functions) {
      const joined = withoutComponents(base.tree, before.body, head.tree, now.body);
      if (joined !== undefined)
        report({
          ...{ span: joined, in: now, isTest: now.isTest },
          message:
            'This part of a path may lead out of the folder: before the change its components were looked at.',
          confidence: 0.65,
        });
      const had = callsIn(base.tree, before.body);
      const gone = new Set(
        fewer(
          had.map(({ key }) => key),
          callsIn(head.tree, now.body).map(({ key }) => key),
        ).filter((key) => !left.has(key)),
      );
      // A function of another name may do the same.
      const called = new Set(argumentsOfCalls(head.tree, now.body));
      const lost = had.find(({ key, value }) => gone.has(key) && !called.has(value));
      if (lost === undefined) continue;
      const from = lines.positionInHead(base.tree.location(lost.node).line);
      const uses = descendants(now.body).filter(
        (node) =>
          compact(head.tree, node) === lost.value &&
          (head.tree.location(node).line >= from ||
            lines.inBase(head.tree.location(node).line) === undefined),
      );
      const [use] = uses;
      if (use === undefined) continue;
      report({
        ...{ span: use, in: now, isTest: now.isTest },
        message: `\`${head.tree.textOf(use).slice(0, 60)}\` is used as it is: before the change it went through \`${lost.name}\`.`,
        confidence: 0.65,
      });
    }
  },
};

interface Validation {
  readonly node: SyntaxNode;
  readonly name: string;
  /** What is checked, without white space. */
  readonly value: string;
  readonly key: string;
}

function callsIn(tree: SyntaxTree, within: SyntaxNode): Validation[] {
  return descendants(within).flatMap((node): Validation[] => {
    const name = lastName(calleeOf(tree, node));
    if (!validates(name)) return [];
    const [first] = argumentsOf(node);
    const value = first === undefined ? '' : compact(tree, first).replace(/^&(?:mut)?/, '');
    // A name is what a use is found by again.
    return /^[a-z_]\w*(?:[.(]|$)/.test(value)
      ? [{ node, name, value, key: `${name} ${value}` }]
      : [];
  });
}

/** What is handed to functions as the only argument. */
function argumentsOfCalls(tree: SyntaxTree, body: SyntaxNode): string[] {
  return descendants(body).flatMap((node) => {
    const callee = calleeOf(tree, node);
    const args = argumentsOf(node);
    const [only] = args;
    return callee === '' || callee.includes('.') || only === undefined || args.length > 1
      ? []
      : [compact(tree, only).replace(/^&(?:mut)?/, '')];
  });
}

/** A part that head adds to a path, where base looked at what its components are and head does not. */
function withoutComponents(
  base: SyntaxTree,
  before: SyntaxNode,
  head: SyntaxTree,
  now: SyntaxNode,
): SyntaxNode | undefined {
  const looks = (tree: SyntaxTree, body: SyntaxNode) =>
    /\bComponent::\w+|\.components\(\)/.test(tree.textOf(body));
  if (!looks(base, before) || looks(head, now)) return undefined;
  return descendants(now).find((node) => /^(?:push|join)$/.test(lastName(calleeOf(head, node))));
}
