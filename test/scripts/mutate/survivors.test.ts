import { describe, expect, test } from '@jest/globals';
import {
  type Judged,
  onlyDrawn,
  outcomeOf,
  shareOf,
  tableOf,
} from '../../../scripts/mutate/survivors.ts';

const sourceOf = () => 'if (a < 3 && b) run();\n';

function judged(status: string, column: number, original: string, replacement: string): Judged {
  const start = { line: 0, column };
  const end = { line: 0, column: column + original.length };
  const mutant = { file: 'src/a.ts', mutatorName: 'Test', location: { start, end }, replacement };
  return { mutant, status, by: status === 'Killed' ? 'test/a.test.ts' : undefined };
}

const KILLED = judged('Killed', 4, 'a < 3', 'true');
const HANGING = judged('Timeout', 4, 'a < 3', 'false');
const ALIVE = judged('Survived', 4, 'a < 3', 'a <= 3');
const UNREACHED = judged('NoCoverage', 13, 'b', 'true');
const BROKEN = judged('RuntimeError', 13, 'b', 'false');
const ALL = [KILLED, HANGING, ALIVE, UNREACHED, BROKEN];
const REASON = {
  file: 'src/a.ts',
  original: 'a < 3',
  replacement: 'a <= 3',
  reason: 'a is never 3',
};

describe('what became of the changes', () => {
  test('one that ends no test is noticed, and one that no test leads to is not', () => {
    const outcome = outcomeOf(ALL, [], sourceOf);
    expect(outcome).toEqual({
      ...{ noticed: [KILLED, HANGING], named: [], survivors: [ALIVE, UNREACHED] },
      unjudged: [BROKEN],
    });
    expect(shareOf(outcome)).toBe(50);
  });

  test('one that is named with a reason is none of the survivors', () => {
    const others = [
      { ...REASON, file: 'src/b.ts' },
      { ...REASON, original: 'a' },
      { ...REASON, replacement: 'a' },
    ];
    expect(outcomeOf(ALL, others, sourceOf).named).toEqual([]);
    const outcome = outcomeOf(ALL, [...others, REASON], sourceOf);
    expect([outcome.named, outcome.survivors]).toEqual([
      [{ judged: ALIVE, reason: 'a is never 3' }],
      [UNREACHED],
    ]);
    expect(shareOf(outcome)).toBe(75);
  });

  test('a reason that is given for one line holds for no other', () => {
    const twice = () => 'if (a < 3 && b) run();\nwhile (a < 3) wait();\n';
    const location = { start: { line: 1, column: 7 }, end: { line: 1, column: 12 } };
    const below: Judged = { ...ALIVE, mutant: { ...ALIVE.mutant, location } };
    const reason = { ...REASON, line: 'while (a < 3) wait();' };
    const outcome = outcomeOf([ALIVE, below], [reason], twice);
    expect([outcome.named.map(({ judged: one }) => one), outcome.survivors]).toEqual([
      [below],
      [ALIVE],
    ]);
  });

  test('the table has the figures, and each that was not noticed with its place', () => {
    const lines = tableOf(outcomeOf(ALL, [REASON], sourceOf), sourceOf).split('\n');
    expect(lines[0]).toBe(
      '5 mutants: 2 noticed, 1 not noticed, 1 not noticed with a reason, 1 not judged; 75.0 %',
    );
    expect(lines.join('\n')).toContain('not noticed: src/a.ts:1:14 Test\n  - b\n  + true');
    expect(lines.join('\n')).toContain(
      'named: src/a.ts:1:5 Test\n  - a < 3\n  + a <= 3\n    a is never 3',
    );
  });

  test('nothing but what was drawn counts', () => {
    expect(onlyDrawn(ALL, [ALIVE.mutant])).toEqual([ALIVE]);
  });
});
