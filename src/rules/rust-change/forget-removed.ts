import { descendants, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf, lastName } from './support/callee.ts';

/** What gives a value up without running its destructor. */
const GIVEN_UP = /^(?:forget|into_raw|leak|into_raw_parts)$|ManuallyDrop::new$/;
/** What makes a second owner of the same memory. */
const COPIED =
  /(?:^|::|\.)(?:read|read_unaligned|from_raw_parts|from_raw|copy_nonoverlapping|transmute_copy|assume_init_read)$/;

export const forgetRemoved: RustChangeRule = {
  id: 'forget_removed',
  title: 'The change drops twice what it copies by pointer',
  category: 'memory',
  cwe: [415, 416],
  severity: 'high',
  precision: 'medium',
  help: 'The value is copied out of memory with a pointer, so that two owners have it. Before the change one of them gave it up with `mem::forget`, `ManuallyDrop` or `into_raw`. Now both destructors run, and the second one frees or reads what the first has freed.',
  suggestion: 'Give up the first owner before the copy can be dropped, as with `ManuallyDrop`.',
  languages: ['rust'],
  examples: {
    bad: [
      ` pub fn into_vec(mut slice: Box<[u8]>, length: usize) -> Vec<u8> {
     unsafe {
-        let vec = Vec::from_raw_parts(slice.as_mut_ptr(), length, slice.len());
-        std::mem::forget(slice);
-        vec
+        Vec::from_raw_parts(slice.as_mut_ptr(), length, slice.len()) // defect
     }
 }`,
      ` pub fn first<T>(pair: [T; 2]) -> T {
     let value = unsafe { std::ptr::read(&pair[0]) }; // defect
-    std::mem::forget(pair);
+    drop(pair);
     value
 }`,
    ],
    good: [
      ` pub fn first<T>(pair: [T; 2]) -> T {
-    let value = unsafe { std::ptr::read(&pair[0]) };
-    std::mem::forget(pair);
-    value
+    let pair = std::mem::ManuallyDrop::new(pair);
+    unsafe { std::ptr::read(&pair[0]) }
 }`,
    ],
  },
  compare({ base, head, functions }, report) {
    for (const { base: before, head: now } of functions) {
      const given = (tree: SyntaxTree, body: SyntaxNode) =>
        callsOf(tree, body, (callee) => GIVEN_UP.test(callee) || GIVEN_UP.test(lastName(callee)));
      if (given(base.tree, before.body).length <= given(head.tree, now.body).length) continue;
      if (given(head.tree, now.body).length > 0) continue;
      const [copy] = callsOf(head.tree, now.body, (callee) => COPIED.test(callee));
      if (copy === undefined) continue;
      const [gone] = given(base.tree, before.body);
      report({
        ...{ span: copy, in: now, isTest: now.isTest },
        message: `What is copied here has two owners, and both drop it: this change took away \`${gone === undefined ? '' : base.tree.textOf(gone).slice(0, 60)}\`.`,
        confidence: 0.75,
      });
    }
  },
};

function callsOf(
  tree: SyntaxTree,
  body: SyntaxNode,
  isMeant: (callee: string) => boolean,
): SyntaxNode[] {
  return descendants(body).filter((node) => {
    const callee = calleeOf(tree, node);
    return callee !== '' && isMeant(callee);
  });
}
