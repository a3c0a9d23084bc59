import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf, lastName } from './support/callee.ts';
import { writtenNodes } from './support/code-in-versions.ts';

/** Functions that take the same time whatever they compare. */
const CONSTANT_TIME =
  /^(?:constant_time_(?:eq\w*|compare\w*)|ct_(?:eq|ne)|fixed_time_eq|secure_(?:compare|eq)|timing_safe_(?:eq|equal)|verify_slices_are_equal|consttime_\w+|crypto_verify\w*|memeq|conditional_(?:select|assign|swap)|ct_(?:lt|gt))$|(?:^|::)Choice::from$/;
/** Functions that keep the compiler from turning arithmetic into a branch. */
const BARRIER = /^(?:black_box|read_volatile)$/;

export const constantTimeRemoved: RustChangeRule = {
  id: 'constant_time_removed',
  title: 'The change compares a secret in a time that depends on it',
  category: 'crypto',
  cwe: [208, 385],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change the values went through code that takes the same time whatever they are. `==` stops at the first difference, and a compiler may turn arithmetic with a mask into a branch. By measuring the time over many tries, another program can find a token, a tag or a key byte by byte.',
  suggestion:
    'Keep the comparison of constant time, as with the crates subtle or constant_time_eq.',
  examples: {
    bad: [
      ` pub fn check(expected: &str, token: &str) -> bool {
-    constant_time_eq(expected.as_bytes(), token.as_bytes())
+    expected == token // defect
 }`,
      ` pub fn select(mask: u64, word: u64) -> u64 {
-    word & black_box(mask)
+    word & mask // defect
 }`,
    ],
    good: [
      ` pub fn check(expected: &[u8], token: &[u8]) -> bool {
-    constant_time_eq(expected, token)
+    expected.len() == token.len() && constant_time_eq(expected, token)
 }`,
      ` pub fn check(expected: &[u8], token: &[u8]) -> bool {
-    constant_time_eq(expected, token)
+    bool::from(expected.ct_eq(token))
 }`,
    ],
  },
  compare(change, report) {
    const { base, head } = change;
    for (const { base: before, head: now } of change.functions) {
      for (const [pattern, isMeant, confidence] of [
        [CONSTANT_TIME, isEquality, 0.75],
        [BARRIER, isMasking, 0.6],
      ] as const) {
        const had = callsOf(base.tree, before.body, pattern);
        if (had.length === 0 || callsOf(head.tree, now.body, pattern).length > 0) continue;
        const node = writtenNodes(change, now.body).find((one) => isMeant(head.tree, one));
        if (node === undefined) continue;
        report({
          ...{ span: node, in: now, isTest: now.isTest },
          message: `This takes a time that depends on the values: the change took away \`${had[0]}\`.`,
          confidence,
        });
      }
    }
  },
};

function callsOf(tree: SyntaxTree, body: SyntaxNode, pattern: RegExp): string[] {
  return descendants(body)
    .map((node) => calleeOf(tree, node))
    .filter((callee) => pattern.test(callee) || pattern.test(lastName(callee)))
    .map(lastName);
}

function isEquality(tree: SyntaxTree, node: SyntaxNode): boolean {
  const operator = node.type === 'binary_expression' ? childOf(node, 'operator') : undefined;
  return operator !== undefined && /^(?:[!=]=|\|\||&&)$/.test(tree.textOf(operator));
}

function isMasking(tree: SyntaxTree, node: SyntaxNode): boolean {
  const operator = node.type === 'binary_expression' ? childOf(node, 'operator') : undefined;
  return operator !== undefined && /^[&|^]$/.test(tree.textOf(operator));
}
