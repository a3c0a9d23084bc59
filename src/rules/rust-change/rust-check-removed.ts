import { checksOf, type RustCheck, subjectsIn } from '../../code/change/rust/checks.ts';
import type { RustPair } from '../../code/change/rust/rust-change.ts';
import type { RustFunction } from '../../code/rust/items/items.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf, lastName } from './support/callee.ts';

/** Calls in unsafe code, or of untrusted lengths, names and addresses, that go wrong where nothing was checked. */
const RISKY =
  /^(?:from_raw_parts(?:_mut)?|get_unchecked(?:_mut)?|offset|add|sub|set_len|copy_nonoverlapping|copy|read|write|with_capacity|reserve|resize|resize_with|split_at(?:_mut)?|copy_from_slice|arg|args|join|open|create|remove_file|from_utf8_unchecked)$/;

export const rustCheckRemoved: RustChangeRule = {
  id: 'rust_check_removed',
  title: 'The change drops a check of what is used below',
  category: 'bounds',
  cwe: [1284, 119, 20],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change this function looked at the value before it indexed, allocated, or ran unsafe code with it. Now nothing in the function tests it any more. Where callers do not test it either, a value from outside decides how far memory is read, how much is allocated, or what is opened.',
  suggestion: 'Keep the check, or name the one that makes it needless.',
  languages: ['rust'],
  examples: {
    bad: [
      ` pub fn get(slab: &Slab, index: usize) -> &u8 {
-    assert!(index < slab.len, "out of bounds");
     unsafe { &*slab.memory.add(index) } // defect
 }`,
      ` fn body(stream: &mut impl Read, length: usize) -> Vec<u8> {
-    if length > MAX_BODY {
-        return Vec::new();
-    }
     let mut body = Vec::with_capacity(length); // defect
     stream.read_to_end(&mut body).ok();
     body
 }`,
      ` pub fn set_host(&mut self, host: &str) -> i32 {
-    let raw = if host.is_empty() { "\\0" } else { host };
-    unsafe { ffi::set_host(self.raw, raw.as_ptr(), host.len()) }
+    unsafe { ffi::set_host(self.raw, host.as_ptr(), host.len()) } // defect
 }`,
      ` pub fn transpose(input: &[u8], width: usize, height: usize) -> &[u8] {
-    assert_eq!(width.checked_mul(height), Some(input.len()));
+    assert_eq!(width * height, input.len()); // defect
     unsafe { input.get_unchecked(0..width) }
 }`,
    ],
    good: [
      ` pub fn get(slab: &Slab, index: usize) -> &u8 {
-    assert!(index < slab.len, "out of bounds");
+    if index >= slab.len { panic!("out of bounds"); }
     unsafe { &*slab.memory.add(index) }
 }`,
      ` pub fn get(slab: &Slab, index: usize) -> Option<&u8> {
-    if index >= slab.len { return None; }
+    slab.check(index)?;
     unsafe { Some(&*slab.memory.add(index)) }
 }`,
      ` fn first(names: &[String], verbose: bool) -> &str {
-    if verbose { println!("{}", names.len()); }
     &names[0]
 }`,
    ],
  },
  compare({ base, head, functions }, report) {
    for (const pair of functions) {
      const uses = riskyUses(head.tree, pair.head.body);
      const found = new Set<SyntaxNode>();
      const checks = [
        ...removedChecks(base.tree, head.tree, pair).map((check) => ({
          subjects: check.subjects,
          what: `nothing in \`${pair.head.name}\` tests it any longer: this change took away \`${shortened(base.tree, check.node)}\``,
        })),
        ...uncheckedProducts(base.tree, head.tree, pair),
      ];
      for (const { subjects, what } of checks) {
        const use = uses.find((one) => !found.has(one.node) && meets(one.subjects, subjects));
        if (use === undefined) continue;
        found.add(use.node);
        report({
          ...{ span: use.node, in: pair.head, isTest: pair.head.isTest },
          message: `What is used here was checked before, and ${what}.`,
          confidence: use.isUnsafe ? 0.75 : 0.6,
        });
      }
    }
  },
};

/** Checks of base whose subjects head does not test at all, nor hands to a call that may refuse them. */
function removedChecks(
  base: SyntaxTree,
  head: SyntaxTree,
  { base: before, head: now }: RustPair<RustFunction>,
): RustCheck[] {
  const left = checksOf(head, now.body);
  const refusing = refusingCalls(head, now.body);
  const texts = new Set(left.map(({ text }) => text));
  const tested = new Set([...left.flatMap(({ subjects }) => [...subjects]), ...refusing]);
  return checksOf(base, before.body).filter(
    ({ text, subjects }) =>
      subjects.size > 0 &&
      !texts.has(text) &&
      ![...subjects].some((name) => isTested(name, tested)),
  );
}

/** A field is tested where its owner is handed over. */
function isTested(name: string, tested: ReadonlySet<string>): boolean {
  const parts = name.split('.');
  return parts.some((_, at) =>
    at > 0 || parts[0] !== 'self' ? tested.has(parts.slice(0, at + 1).join('.')) : false,
  );
}

/** The subjects of calls whose failure ends the function, as `check(index)?` and `get(index)`. */
function refusingCalls(tree: SyntaxTree, body: SyntaxNode): string[] {
  return descendants(body)
    .filter(
      (node) =>
        node.type === 'try_expression' ||
        node.type === 'match_expression' ||
        (node.type === 'call_expression' &&
          /\b(?:get|get_mut|min|clamp|take|check\w*|valid\w*|verify\w*)$/.test(
            calleeOf(tree, node),
          )),
    )
    .flatMap((node) => {
      const part = node.type === 'match_expression' ? (childOf(node, 'value') ?? node) : node;
      return [...subjectsIn(tree.textOf(part))];
    });
}

/** Products and sums that base checked for overflow and head does not. */
function uncheckedProducts(
  base: SyntaxTree,
  head: SyntaxTree,
  { base: before, head: now }: RustPair<RustFunction>,
): { subjects: ReadonlySet<string>; what: string }[] {
  const CHECKED = /^(?:checked|saturating)_(?:mul|add|sub|shl)$/;
  const calls = (tree: SyntaxTree, body: SyntaxNode) =>
    descendants(body)
      .filter(
        (node) => node.type === 'call_expression' && CHECKED.test(lastName(calleeOf(tree, node))),
      )
      .map((node) => tree.textOf(node).replaceAll(/\s+/g, ''));
  const inMacros = (tree: SyntaxTree, body: SyntaxNode) =>
    [
      ...tree
        .textOf(body)
        .matchAll(/[\w.]+\.(?:checked|saturating)_(?:mul|add|sub|shl)\([^()]*\)/g),
    ].map(([text]) => text.replaceAll(/\s+/g, ''));
  const kept = new Set([...calls(head, now.body), ...inMacros(head, now.body)]);
  const gone = [...new Set([...calls(base, before.body), ...inMacros(base, before.body)])].filter(
    (text) => !kept.has(text),
  );
  if (kept.size > 0) return [];
  return gone.map((text) => ({
    subjects: subjectsIn(text.replaceAll(/\.(?:checked|saturating)_\w+/g, ' ')),
    what: `an overflow of it is not looked for any longer: this change took away \`${text.slice(0, 60)}\``,
  }));
}

interface RiskyUse {
  readonly node: SyntaxNode;
  readonly subjects: ReadonlySet<string>;
  readonly isUnsafe: boolean;
}

/** Index expressions, allocations and calls that go by what they are given, and arithmetic of lengths. */
function riskyUses(tree: SyntaxTree, body: SyntaxNode): RiskyUse[] {
  return descendants(body).flatMap((node): RiskyUse[] => {
    const isRisky =
      node.type === 'index_expression' ||
      (node.type === 'call_expression' && RISKY.test(lastName(calleeOf(tree, node)))) ||
      (node.type === 'call_expression' &&
        /^as_(?:mut_)?ptr$/.test(lastName(calleeOf(tree, node))) &&
        isInUnsafe(node, body)) ||
      (node.type === 'macro_invocation' && /^(?:vec|assert|assert_eq)!/.test(tree.textOf(node)));
    if (!isRisky) return [];
    const isUnsafe = isInUnsafe(node, body);
    return [{ node, subjects: subjectsIn(tree.textOf(node)), isUnsafe }];
  });
}

function isInUnsafe(node: SyntaxNode, body: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at !== undefined && at !== body; at = at.parent) {
    if (at.type === 'unsafe_block') return true;
  }
  return false;
}

function meets(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((name) => other.has(name));
}

function shortened(tree: SyntaxTree, node: SyntaxNode): string {
  const text = tree.textOf(node).replaceAll(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
