import { expect, test } from '@jest/globals';
import { lostRefusals } from '../../../src/code/change/lost-refusals.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The places that a change of a function no longer refuses. */
function refusedIn(lines: string): string[] {
  const { base, head } = versionsOf(` int report_error(const char *), limit(unsigned);
 struct grid { unsigned wide, high, all; };
 int set_up(struct grid *grid, unsigned wide, int known) {
   if (!known) {
     grid->wide = wide;
${lines}
   }
   grid->all = grid->wide * grid->high;
   return 0;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) => lostRefusals(change, pair).map(({ place }) => place));
}

test('a refusal that goes as a whole is lost', () => {
  const lines = `-    if (grid->wide > 65535) {
-      report_error("too wide");
-      return -1;
-    }`;
  expect(refusedIn(lines)).toEqual(['grid->wide']);
});

/** As `refusedIn`, where one place of the function tells of all that is wrong. */
function refusedByJump(lines: string): string[] {
  const { base, head } = versionsOf(` int report_error(const char *);
 struct entry { long size, extra; };
 int read_entry(struct entry *entry, int sum, int expected) {
   if (sum < 0) goto invalid;
   entry->size -= entry->extra;
${lines}
   return sum == expected;
 invalid:
   report_error("invalid entry");
   return -1;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) => lostRefusals(change, pair).map(({ place }) => place));
}

test('a refusal that is a jump to the message goes with the jump', () => {
  expect(
    refusedByJump(`-  if (entry->size < 0)
-    goto invalid;`),
  ).toEqual(['entry->size']);
});

test('a jump to the message that stays, for more than one reason now, is no lost refusal', () => {
  expect(
    refusedByJump(`-  if (entry->size < 0)
+  if (entry->size < entry->extra - expected)
     goto invalid;`),
  ).toEqual([]);
});

test.each([
  [
    'that told nothing',
    `-    if (grid->wide > 65535)
-      return -1;`,
  ],
  [
    'that went on',
    `-    if (grid->wide > 65535)
-      report_error("too wide");`,
  ],
  [
    'that is made in other words',
    `-    if (grid->wide > 65535) {
-      report_error("too wide");
-      return -1;
-    }
+    if (limit(grid->wide)) return -1;`,
  ],
  [
    'of which the way out is still there',
    `-    if (grid->wide > 65535) {
+    if (known > 3) {
       report_error("too wide");
       return -1;
     }`,
  ],
])('no refusal is lost %s', (_what, lines) => {
  expect(refusedIn(lines)).toEqual([]);
});
