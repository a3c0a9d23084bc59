import { expect, test } from '@jest/globals';
import { lostUnlocks } from '../../../src/code/change/lost-unlocks.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The locks that a change leaves locked on a way out. */
function lockedIn(lines: string): string[] {
  const { base, head } = versionsOf(` struct lock; struct table { struct lock *lock; int n; };
 void lock_table(struct lock *), table_unlock(struct lock *); int work(struct table *);
 int run(struct table *t, struct lock *other) {
${lines}
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) => lostUnlocks(change, pair).map(({ lock }) => lock));
}

test('a way out no longer unlocks', () => {
  const lines = `   lock_table(t->lock);
-  if (t->n == 0) {
-    table_unlock(t->lock);
-    return -1;
-  }
+  if (t->n == 0)
+    return -1;
   work(t);
   table_unlock(t->lock);
   return 0;`;
  expect(lockedIn(lines)).toEqual(['t->lock']);
});

test.each([
  [
    'neither locks nor unlocks',
    `-  lock_table(t->lock);
   work(t);
-  table_unlock(t->lock);
   return 0;`,
  ],
  [
    'unlocks by a guard at the end of the block',
    `-  lock_table(t->lock);
+  LOCK_GUARD(t->lock);
   if (t->n == 0) {
-    table_unlock(t->lock);
     return -1;
   }
   work(t);
-  table_unlock(t->lock);
   return 0;`,
  ],
  [
    'unlocks behind both ways',
    `   lock_table(t->lock);
-  if (t->n == 0) {
-    table_unlock(t->lock);
-    return -1;
-  }
-  work(t);
+  if (t->n != 0) work(t);
   table_unlock(t->lock);
   return 0;`,
  ],
  [
    'unlocks earlier',
    `   lock_table(t->lock);
   int n = t->n;
+  table_unlock(t->lock);
   if (n == 0) {
-    table_unlock(t->lock);
     return -1;
   }
-  table_unlock(t->lock);
   return n;`,
  ],
])('no lock is left where head %s', (_what, lines) => {
  expect(lockedIn(lines)).toEqual([]);
});
