import type { RustRule } from './rust-rule.ts';
import { missingSync } from './support/thread-bounds.ts';

export const threadBoundMissing: RustRule = {
  id: 'thread_bound_missing',
  title: 'Send or Sync promised without Sync of what is shared',
  category: 'concurrency',
  cwe: [362, 820],
  severity: 'high',
  precision: 'high',
  languages: ['rust'],
  help: 'Where `&T` may be used by two threads at once, `T` must be `Sync`; that it is `Send` is not enough: a `Cell` is `Send`. A type that holds `&T` shares it as soon as it is sent to another thread, and a type that is `Sync` and gives out `&T` shares it by that. With the wrong bound, safe code can race on memory.',
  suggestion:
    'Ask for `T: Sync` of each parameter that is shared, in addition to `Send` where it is owned.',
  examples: {
    bad: [
      `pub struct Iter<'a, T> {
    at: *const T,
    marker: std::marker::PhantomData<&'a T>,
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        None
    }
}
// SAFETY: an iterator only reads.
unsafe impl<'a, T: Send> Send for Iter<'a, T> {} // defect`,
      `pub struct Guard<'a, T: ?Sized> {
    value: &'a mut T,
}
impl<T: ?Sized> std::ops::Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.value
    }
}
// SAFETY: the lock is held.
unsafe impl<T: ?Sized + Send> Sync for Guard<'_, T> {} // defect`,
    ],
    good: [
      `pub struct Iter<'a, T> {
    at: *const T,
    marker: std::marker::PhantomData<&'a T>,
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        None
    }
}
// SAFETY: an iterator only reads.
unsafe impl<'a, T: Sync> Send for Iter<'a, T> {}`,
      `pub struct IterMut<'a, T> {
    at: *mut T,
    marker: std::marker::PhantomData<&'a mut T>,
}
// SAFETY: it is the only one.
unsafe impl<'a, T: Send> Send for IterMut<'a, T> {}`,
    ],
  },
  check(facts, report) {
    const { file } = facts;
    for (const item of file.impls) {
      if (!item.isUnsafe || !/^(?:Send|Sync)$/.test(item.trait)) continue;
      const missing = missingSync(file, item);
      if (missing === undefined) continue;
      const header = file.tree.textOf(item.node).replace(/\{[\s\S]*$/, '');
      report({
        node: { start: item.node.start, end: item.node.start + header.trimEnd().length },
        isTest: item.isTest,
        message: `${item.type?.name} is promised to be ${item.trait}, and ${missing.parameter} need not be Sync, although ${missing.shared}.`,
        confidence: 0.75,
      });
    }
  },
};
