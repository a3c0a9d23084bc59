import { expect, test } from '@jest/globals';
import { lossySteps } from '../../../src/rules/confidence/evidence.ts';
import { judgedAlike } from '../../../src/rules/confidence/judged-alike.ts';
import { MEASURED } from '../../../src/rules/confidence/measured.ts';
import { MEASURED_RUST } from '../../../src/rules/confidence/measured-rust.ts';

test('what was judged of a rule is told for evidence of the same kind alone', () => {
  for (const [rows, isRust] of [
    [MEASURED, false],
    [MEASURED_RUST, true],
  ] as const) {
    for (const row of rows) {
      const plain = { event: row.event, doubts: [] };
      const steps = lossySteps(plain);
      const expected = rows.find(
        (one) => one.rule === row.rule && one.event === row.event && one.steps === steps,
      );
      expect(judgedAlike(row.rule, plain, isRust)).toBe(expected);
    }
  }
  expect(
    MEASURED.some((row) => judgedAlike(row.rule, { event: row.event, doubts: [] }, false) === row),
  ).toBe(true);
});

test('nothing was judged of a rule that there is none of', () => {
  expect(judgedAlike('no_such_rule', { event: 'definite', doubts: [] }, false)).toBeUndefined();
});
