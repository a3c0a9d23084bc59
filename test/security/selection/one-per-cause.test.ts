import { describe, expect, test } from '@jest/globals';
import { onePerCause } from '../../../src/security/selection/one-per-cause.ts';
import { candidate } from '../../support/candidates.ts';

const SURE = { confidence: 0.9, severity: 'high', score: 2.7 } as const;
const REPEATED = { confidence: 0.45, severity: 'low', score: 0.45 } as const;
const CAUSE = { line: 4, column: 3 };
const SETTLED = { kind: 'inSource', reason: 'the caller limits it' } as const;
const at = (line: number, cause = CAUSE) => candidate({ ...SURE, line, cause });

describe('onePerCause', () => {
  test('the first of the surest stays, and the others name its line', () => {
    const weaker = { ...at(4), confidence: 0.8 };
    const found = onePerCause([weaker, at(5), at(6)]);
    expect(found).toMatchObject([{ ...REPEATED, repeats_line: 5 }, SURE, { repeats_line: 5 }]);
    for (const one of found) expect(one).not.toHaveProperty('cause');
    expect(found[1]).not.toHaveProperty('repeats_line');
  });

  test.each([
    ['a cause of its own', { cause: { ...CAUSE, line: 9 } }],
    ['another rule', { pattern: 'format_string' }],
    ['another function', { function: 'other' }],
    ['another file', { file: 'src/other.c' }],
  ])('%s has a finding of its own', (_, changes) => {
    expect(onePerCause([at(4), { ...at(5), ...changes }])).toMatchObject([SURE, SURE]);
  });

  test('what stands for no finding takes none away', () => {
    const places = [4, 5].map((line) => ({ ...at(line), confidence: 0.47 }));
    expect(onePerCause(places).map(({ confidence }) => confidence)).toEqual([0.47, 0.47]);
  });

  test('what is suppressed stands for nothing that is open', () => {
    expect(onePerCause([{ ...at(4), suppression: SETTLED }, at(5), at(6)])).toMatchObject([
      SURE,
      SURE,
      { repeats_line: 5 },
    ]);
  });

  test('what the baseline has stands for nothing new', () => {
    const found = onePerCause([
      { ...at(4), baseline: 'unchanged' },
      { ...at(5), baseline: 'new' },
      { ...at(6), baseline: 'updated' },
      { ...at(7), baseline: 'unchanged' },
      { ...at(8), baseline: 'absent' },
    ]);
    const lines = found.map((one) => one.repeats_line);
    expect(lines).toEqual([undefined, undefined, 5, 4, undefined]);
  });
});
