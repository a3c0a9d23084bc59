import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import type { ChangeHit } from '../../src/rules/change/support/surest-hits.ts';
import { RUST_CHANGE_RULES } from '../../src/rules/rust-change/index.ts';
import { runRustChangeRules } from '../../src/rules/rust-change/run-rust-change-rules.ts';
import { versionsOf } from '../support/change-versions.ts';
import { markedLines, unsaid, worthOfExamples } from '../support/rules.ts';

const parser = await loadGrammars().parser('rust');

function hitsIn(difference: string, path = 'src/lib.rs'): readonly ChangeHit[] {
  const { base, head } = versionsOf(difference);
  return runRustChangeRules(parseSyntax(parser, base), parseSyntax(parser, head), path);
}

function turned(difference: string): string {
  const swap = (mark: string) => (mark === '-' ? '+' : '-');
  return difference
    .split('\n')
    .map((line) => line.replace(/^[-+]/, swap))
    .join('\n');
}

describe.each(RUST_CHANGE_RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test.each(rule.examples.bad.map((example, index) => [index, example] as const))(
    'hits exactly the marked lines of bad example %i, and nothing the other way round',
    (_index, example) => {
      const hits = hitsIn(example).filter((hit) => hit.rule === id);
      expect(hits.map((hit) => hit.location.line)).toEqual(markedLines(versionsOf(example).head));
      expect(unsaid(hits)).toEqual([]);
      expect(hitsIn(turned(example))).toEqual([]);
    },
  );

  test.each(rule.examples.good.map((example, index) => [index, example] as const))(
    'no rule hits good example %i',
    (_index, example) => expect(hitsIn(example)).toEqual([]),
  );
});

test('bad examples are worth what they were', () => {
  const worth = worthOfExamples(RUST_CHANGE_RULES, (rule, example) =>
    hitsIn(example).filter((hit) => hit.rule === rule.id),
  );
  expect(worth).toMatchSnapshot();
});

test('rule ids are unique and in order', () => {
  const ids = RUST_CHANGE_RULES.map((rule) => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
});

const UNBOUND = '-unsafe impl<T: Send> Sync for Slot<T> {}\n+unsafe impl<T> Sync for Slot<T> {}';

test('what stands in no function is said of none', () => {
  expect(hitsIn(UNBOUND).map(({ function: name }) => name)).toEqual(['']);
});

test('code of tests is worth less', () => {
  expect(hitsIn(UNBOUND).map(({ confidence }) => confidence)).toEqual([0.85]);
  expect(hitsIn(UNBOUND, 'tests/slot.rs').map(({ confidence }) => confidence)).toEqual([0.51]);
});

describe('what moved or got another name is no loss', () => {
  test.each([
    [
      'a bound, to another parameter name',
      '-unsafe impl<T: Send> Sync for Slot<T> {}\n+unsafe impl<U: Send> Sync for Slot<U> {}',
    ],
    [
      'a bound, for another one',
      '-unsafe impl<T: Send> Sync for Slot<T> {}\n+unsafe impl<T: Share> Sync for Slot<T> {}',
    ],
    [
      'a bound that says nothing of threads, whatever it is called',
      ` pub struct Task<T>(*const T);
-pub fn task<T: Run + SyncMode>(run: &T) -> Task<T> {
+pub fn task<T: Run>(run: &T) -> Task<T> {
     unsafe { Task::from_raw(run as *const T) }
 }`,
    ],
    [
      'a check, to a match',
      ` fn at(list: &[u8], index: usize) -> u8 {
-    if index >= list.len() { return 0; }
-    list[index]
+    match index { 0..4 => list[index], _ => 0 }
 }`,
    ],
    [
      'a check, to a call whose failure ends the function',
      ` fn at(list: &[u8], index: usize) -> Option<u8> {
-    if index >= list.len() { return None; }
+    admit(list, index)?;
     Some(unsafe { *list.get_unchecked(index) })
 }`,
    ],
    [
      'a function whose name two places have',
      ` impl A { fn get(&self, i: usize) -> u8 {
-    assert!(i < 4);
     self.0[i]
 } }
 impl A { fn get(&self, i: usize) -> u8 { self.1[i] } }`,
    ],
  ])('%s', (_what, difference) => expect(hitsIn(difference)).toEqual([]));
});
