import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';

/** Without these, safe code can share, move or keep what it must not. */
const GUARDING = /^(?:Send|Sync|Unpin|Copy|'static)$/;

export const traitBoundRemoved: RustChangeRule = {
  id: 'trait_bound_removed',
  title: 'The change drops a bound that unsafe code relies on',
  category: 'concurrency',
  cwe: [662, 362],
  severity: 'high',
  precision: 'high',
  help: "Before the change this was promised for types with a bound alone, such as `Send` or `'static`. Unsafe code is sound only for what its signature lets in. Without the bound, safe code can pass a type for which the promise does not hold, and race on memory or use it after it is gone.",
  suggestion: 'Keep the bound, or show in a SAFETY comment why every type is sound.',
  languages: ['rust'],
  examples: {
    bad: [
      ` use std::cell::UnsafeCell;
 pub struct Slot<T> {
     value: UnsafeCell<T>,
 }
-unsafe impl<T: Send> Sync for Slot<T> {}
+unsafe impl<T> Sync for Slot<T> {} // defect`,
      ` pub struct Task<T>(*const T);
-pub fn task<T: Run + 'static>(run: &T) -> Task<T> {
+pub fn task<T: Run>(run: &T) -> Task<T> { // defect
     unsafe { Task::from_raw(run as *const T) }
 }
-fn vtable<T: Run + 'static>() -> usize { 0 }
+fn vtable<T: Run>() -> usize { 0 }`,
    ],
    good: [
      ` pub struct Slot<T>(std::cell::UnsafeCell<T>);
-unsafe impl<T: Send> Sync for Slot<T> {}
+unsafe impl<T> Sync for Slot<T> where T: Send {}`,
      ` pub struct Name<T>(T);
-impl<T: Copy> Name<T> {
+impl<T> Name<T> {
     pub fn get(&self) -> &T { &self.0 }
 }`,
    ],
  },
  compare({ base, head, impls, functions }, report) {
    for (const { base: before, head: now } of impls) {
      if (!now.isUnsafe) continue;
      const gone = removedBounds(base.tree, before.node, head.tree, now.node);
      if (gone.length === 0) continue;
      report({
        span: headerOf(now.node),
        isTest: now.isTest,
        message: `${now.type?.name} is promised to be ${now.trait} without \`${gone.join(' + ')}\`, which this change took away.`,
        confidence: 0.85,
      });
    }
    // One bound is often dropped from several functions at once: that is one defect.
    const [first, ...more] = functions
      .flatMap(({ base: before, head: now }) => {
        const gone = removedBounds(base.tree, before.node, head.tree, now.node).filter((bound) =>
          GUARDING.test(bound),
        );
        const isUnsafe = descendants(now.body).some(({ type }) => type === 'unsafe_block');
        // Elsewhere in the file unsafe code may rely on what this function lets in.
        const isDoubtful = gone.length > 0 && (isUnsafe || head.tree.text.includes('unsafe'));
        return isDoubtful ? [{ now, gone, isUnsafe }] : [];
      })
      .toSorted((one, other) => Number(other.isUnsafe) - Number(one.isUnsafe));
    if (first === undefined) return;
    const { now, gone, isUnsafe } = first;
    const others = more.length === 0 ? '' : `, as do ${more.length} more functions of the file`;
    report({
      span: { start: now.node.start, end: now.body.start },
      ...{ in: now, isTest: now.isTest },
      message: `\`${now.name}\` takes types without \`${gone.join(' + ')}\`, which this change took away${isUnsafe ? ', and runs unsafe code with them' : ''}${others}.`,
      confidence: isUnsafe ? 0.75 : 0.6,
    });
  },
};

/** Bounds that base has more often than head, whatever its parameters are called; none where others came. */
function removedBounds(
  base: SyntaxTree,
  before: SyntaxNode,
  head: SyntaxTree,
  now: SyntaxNode,
): string[] {
  const left = boundsIn(head, now);
  const gone = boundsIn(base, before).filter((bound) => {
    const at = left.indexOf(bound);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return left.length === 0 ? gone : [];
}

function boundsIn(tree: SyntaxTree, item: SyntaxNode): string[] {
  const header = item.children.filter(
    ({ type }) => type === 'type_parameters' || type === 'where_clause',
  );
  return header
    .flatMap((part) => descendants(part))
    .filter(({ type }) => type === 'trait_bounds')
    .flatMap(({ children }) => children.filter(({ named }) => named))
    .map((bound) => tree.textOf(bound).replaceAll(/\s+/g, ' '));
}

function headerOf(item: SyntaxNode): { start: number; end: number } {
  return { start: item.start, end: childOf(item, 'body')?.start ?? item.end };
}
