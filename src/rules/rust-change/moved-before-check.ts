import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf, lastName } from './support/callee.ts';
import { compact } from './support/code-in-versions.ts';

/** Calls that change something, or let something happen, that a check has to come before. */
const EFFECTS =
  /^(?:create\w*|open\w*|write\w*|remove\w*|rename|copy\w*|set_\w+|symlink|hard_link|unpack\w*|extract\w*|exec\w*|spawn|status|output|decrypt\w*|apply_keystream\w*|from_raw_parts(?:_mut)?|get_unchecked(?:_mut)?|drop_in_place|dealloc|free)$/;
/** Calls whose failure says that the value must not be used. */
const CHECKS =
  /(?:^|_)(?:valid|validate|validated|verify|check|checked|ensure|assure|authenticate|authorize|allowed|permitted|safe|inside)(?:_|$)/;

export const movedBeforeCheck: RustChangeRule = {
  id: 'moved_before_check',
  title: 'The change acts before it checks',
  category: 'input',
  cwe: [696, 367, 354],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change this was done only where the check had succeeded. Now it is done first, and a check that fails comes too late: the file is written, or the text is decrypted, although the input was refused.',
  suggestion: 'Move the call behind the check again.',
  examples: {
    bad: [
      ` fn open(&self, buffer: &mut [u8], tag: &Tag) -> Result<(), Error> {
     let expected = self.tag(buffer);
+    self.stream.apply_keystream(buffer); // defect
     if expected.ct_eq(tag).into() {
-        self.stream.apply_keystream(buffer);
         Ok(())
     } else {
         Err(Error)
     }
 }`,
      ` fn unpack(&self, dst: &Path) -> io::Result<()> {
-    self.validate_inside(dst)?;
     fs::create_dir_all(dst)?; // defect
+    self.validate_inside(dst)?;
     Ok(())
 }`,
    ],
    good: [
      ` fn unpack(&self, dst: &Path) -> io::Result<()> {
-    self.validate_inside(dst)?;
     let mode = self.mode();
+    self.validate_inside(dst)?;
     fs::create_dir_all(dst)?;
     set_mode(dst, mode)
 }`,
    ],
  },
  compare({ base, head, functions }, report) {
    for (const { base: before, head: now } of functions) {
      const was = stepsOf(base.tree, before.body);
      const is = stepsOf(head.tree, now.body);
      const node =
        is.find(
          ({ text, guard, effect }) =>
            effect &&
            guard === '' &&
            was.some((one) => one.text === text && one.guard !== '') &&
            was
              .filter((one) => one.text === text)
              .every((one) => one.guard !== '' && isKept(head.tree, now.body, one.guard)),
        )?.node ?? overtaking(was, is);
      if (node === undefined) continue;
      report({
        ...{ span: node, in: now, isTest: now.isTest },
        message: `\`${head.tree.textOf(node).replaceAll(/\s+/g, ' ').slice(0, 60)}\` came behind a check before the change, and comes before it now.`,
        confidence: 0.65,
      });
    }
  },
};

interface Step {
  readonly node: SyntaxNode;
  readonly text: string;
  /** The condition of the innermost `if` whose first branch it stands in. */
  readonly guard: string;
  readonly effect: boolean;
  readonly check: boolean;
}

/** The calls of a function that do or check something, in the order of its text. */
function stepsOf(tree: SyntaxTree, body: SyntaxNode): Step[] {
  return descendants(body)
    .flatMap((node): Step[] => {
      const name = lastName(calleeOf(tree, node));
      const effect = EFFECTS.test(name);
      const check = !effect && CHECKS.test(name);
      return effect || check
        ? [{ node, text: compact(tree, node), guard: guardOf(tree, node, body), effect, check }]
        : [];
    })
    .sort((one, other) => one.node.start - other.node.start);
}

function guardOf(tree: SyntaxTree, node: SyntaxNode, body: SyntaxNode): string {
  for (let at = node; at.parent !== undefined && at !== body; at = at.parent) {
    if (at.parent.type !== 'if_expression' || at.field !== 'consequence') continue;
    const condition = childOf(at.parent, 'condition');
    return condition === undefined ? '' : compact(tree, condition);
  }
  return '';
}

function isKept(tree: SyntaxTree, body: SyntaxNode, guard: string): boolean {
  return descendants(body).some((node) => {
    const condition = node.type === 'if_expression' ? childOf(node, 'condition') : undefined;
    return condition !== undefined && compact(tree, condition) === guard;
  });
}

/** A step of head that comes before a check which it came behind in base, of the same value. */
function overtaking(was: readonly Step[], is: readonly Step[]): SyntaxNode | undefined {
  const positionIn = (steps: readonly Step[], text: string) =>
    steps.findIndex((one) => one.text === text);
  const once = (steps: readonly Step[], text: string) =>
    steps.filter((one) => one.text === text).length === 1;
  for (const check of was.filter((one) => one.check && once(was, one.text) && once(is, one.text))) {
    for (const effect of was.filter(
      (one) => one.effect && once(was, one.text) && once(is, one.text),
    )) {
      if (!share(check.text, effect.text)) continue;
      const before = positionIn(was, check.text) < positionIn(was, effect.text);
      const now = positionIn(is, check.text) < positionIn(is, effect.text);
      if (before && !now) return is[positionIn(is, effect.text)]?.node;
    }
  }
  return undefined;
}

/** Whether two calls are given the same value. */
function share(one: string, other: string): boolean {
  const given = (text: string) =>
    new Set(/\((.*)\)$/s.exec(text)?.[1]?.match(/[a-z_]\w*(?:\.\w+)*/g));
  const names = given(other);
  return [...given(one)].some((name) => names.has(name));
}
