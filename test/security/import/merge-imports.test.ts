import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CandidateDraft } from '../../../src/security/candidates/draft-candidates.ts';
import { type Mergeable, mergeImports } from '../../../src/security/import/merge-imports.ts';
import { draft } from '../../support/candidates.ts';

const own = (changes: Partial<CandidateDraft> = {}): Mergeable => {
  return { draft: draft({ confidence: 0.7, ...changes }), ceiling: 'high' };
};
const foreign = (tool: string, changes: Partial<CandidateDraft> = {}): Mergeable => {
  const pattern = `${tool}/rule`;
  return own({ sources: [tool], pattern, confidence: 0.6, ...changes });
};

/** The candidates that are left. */
function merged(ours: readonly Mergeable[], others: readonly Mergeable[]): CandidateDraft[] {
  return mergeImports(ours, others).map((one) => one.draft);
}

/** Who stands for what: the line, the rule and the sources of each result. */
function shape(ours: readonly Mergeable[], others: readonly Mergeable[]): string[] {
  return merged(ours, others).map(
    ({ line, pattern, sources }) => `${line} ${pattern} ${sources.join('+')}`,
  );
}

describe('an alarm of another scanner', () => {
  test('on our line and of our weakness is merged into ours, which grows surer', () => {
    const [only, ...more] = merged([own()], [foreign('lint', { cwe: [1, 120] })]);
    expect(more).toEqual([]);
    expect(only).toEqual(
      draft({ sources: ['lint', 'rustward'], confidence: 0.75, severity: 'medium', score: 1.5 }),
    );
  });

  test('may be the surer one; no confidence exceeds 0.95', () => {
    const surer = foreign('lint', { confidence: 0.9 });
    const [two] = merged([own()], [surer]);
    expect(two).toMatchObject({ pattern: 'unsafe_api', confidence: 0.95, severity: 'high' });
    const [three] = merged([own()], [surer, foreign('other'), foreign('third')]);
    expect(three).toMatchObject({ confidence: 0.95 });
  });

  test('never makes ours worse than our rule allows', () => {
    const capped = { ...own(), ceiling: 'medium' as const };
    const [only] = merged([capped], [foreign('lint', { confidence: 0.9 })]);
    expect(only).toMatchObject({ confidence: 0.95, severity: 'medium' });
  });

  test.each<[string, Partial<CandidateDraft>]>([
    ['in our category, of a weakness near ours', { cwe: [787] }],
    ['on the next line, of our weakness', { line: 11, end_line: 11 }],
    ['on the line before', { line: 9, end_line: 9 }],
    ['that overlaps ours', { line: 7, end_line: 12 }],
  ])('%s is merged', (_, changes) => {
    expect(shape([own()], [foreign('lint', changes)])).toEqual(['10 unsafe_api lint+rustward']);
  });

  test.each<[string, Partial<CandidateDraft>]>([
    ['of another category', { cwe: [401], category: 'memory' }],
    ['on the next line, of another weakness', { line: 11, end_line: 11, cwe: [787] }],
    ['two lines away', { line: 12, end_line: 12 }],
    ['that spans a whole block', { line: 4, end_line: 30 }],
    ['in another file', { file: 'src/b.c' }],
  ])('%s stays', (_, changes) => {
    expect(merged([own()], [foreign('lint', changes)])).toHaveLength(2);
  });

  test('of another kind of one category stays: a leak is no use after free', () => {
    const leak = own({ category: 'memory', cwe: [401] });
    const use = foreign('lint', { category: 'memory', cwe: [416] });
    expect(merged([leak], [use])).toHaveLength(2);
  });

  test('of no known weakness is like no other', () => {
    const vague = { cwe: [710], category: 'other' as const };
    expect(merged([], [foreign('a', vague), foreign('b', vague)])).toHaveLength(2);
  });

  test('beside our line stays where its scanner has one on our line, too', () => {
    const lines = [10, 11].map((line) => foreign('lint', { line, end_line: line }));
    expect(shape([own()], lines)).toEqual(['10 unsafe_api lint+rustward', '11 lint/rule lint']);
  });

  test('prefers a shared weakness, then the nearest line', () => {
    const ours = [own({ cwe: [125], pattern: 'a' }), own({ pattern: 'b' })];
    expect(shape(ours, [foreign('lint')])).toEqual(['10 a rustward', '10 b lint+rustward']);
    const spread = [own({ line: 8, end_line: 12 }), own({ line: 11 })];
    expect(shape(spread, [foreign('lint')])).toEqual([
      '8 unsafe_api rustward',
      '11 unsafe_api lint+rustward',
    ]);
  });
});

describe('alarms of other scanners alone', () => {
  test('are merged; the surest stands for all', () => {
    const all = [foreign('a'), foreign('b', { confidence: 0.65 }), foreign('c')];
    const [only, ...more] = merged([], all);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ pattern: 'b/rule', sources: ['a', 'b', 'c'], confidence: 0.75 });
  });

  test('of one scanner stay apart', () => {
    const two = [foreign('a'), foreign('a', { pattern: 'a/second' })];
    expect(shape([], two)).toEqual(['10 a/rule a', '10 a/second a']);
  });

  test('of one scanner stay apart from what it has found together with another one', () => {
    const shared = foreign('a', { sources: ['a', 'b'] });
    const kept = (one: Mergeable) => merged([], [shared, one]).length;
    expect([kept(foreign('a')), kept(foreign('b'))]).toEqual([2, 2]);
    expect(kept(foreign('a', { sources: ['b', 'c'] }))).toBe(2);
    expect(kept(foreign('c'))).toBe(1);
  });
});

const line = fc.integer({ min: 1, max: 6 });
const anyAlarm = fc
  .record({
    file: fc.constantFrom('src/a.c', 'src/b.c'),
    line,
    length: fc.integer({ min: 0, max: 8 }),
    cwe: fc.constantFrom<number[]>([120], [787, 120], [416], [401], [710], [476]),
    rule: fc.constantFrom('x', 'y'),
    tool: fc.constantFrom('lint', 'other', 'third'),
    confidence: fc.constantFrom(0.4, 0.6, 0.8, 0.95),
    isOwn: fc.boolean(),
  })
  .map(({ length, rule, tool, isOwn, ...rest }) => {
    const [first = 0] = rest.cwe;
    const category = first > 700 && first !== 787 ? 'other' : first > 200 ? 'memory' : 'bounds';
    const place = { ...rest, end_line: rest.line + length, category } as const;
    const pattern = isOwn ? rule : `${tool}/${rule}`;
    return own({ ...place, pattern, sources: [isOwn ? 'rustward' : tool] });
  });
const keyOf = ({ draft: { file, line: at, pattern } }: Mergeable) => `${file}:${at}:${pattern}`;
const anyAlarms = fc.uniqueArray(anyAlarm, { selector: keyOf, maxLength: 25 });
const isOurs = ({ draft: { sources } }: Mergeable) => sources.includes('rustward');

describe('any alarms', () => {
  test('give the same whatever order they come in', () => {
    const shuffled = anyAlarms.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, others]) => {
        const ours = all.filter(isOurs);
        const first = merged(
          ours,
          all.filter((alarm) => !isOurs(alarm)),
        );
        const second = merged(
          ours,
          others.filter((alarm) => !isOurs(alarm)),
        );
        expect(second).toEqual(first);
      }),
    );
  });

  test('are all in the result: ours as they are, the others there or where they were merged', () => {
    fc.assert(
      fc.property(anyAlarms, (all) => {
        const ours = all.filter(isOurs);
        const others = all.filter((alarm) => !isOurs(alarm));
        const result = merged(ours, others);
        const known = new Map(
          result.map((one) => [keyOf({ draft: one, ceiling: 'high' }), one] as const),
        );
        expect(known.size).toBe(result.length);
        for (const alarm of ours) {
          const { sources, confidence, severity, score, ...rest } = alarm.draft;
          expect(known.get(keyOf(alarm))).toMatchObject(rest);
          expect([sources, severity, score]).toBeDefined();
          expect(known.get(keyOf(alarm))?.confidence).toBeGreaterThanOrEqual(confidence);
        }
        for (const { draft: given } of others) {
          const [tool = ''] = given.sources;
          const homes = result.filter(
            (one) =>
              one.file === given.file &&
              Math.abs(one.line - given.line) < 6 &&
              one.sources.includes(tool) &&
              one.confidence >= given.confidence,
          );
          expect(homes).not.toEqual([]);
        }
        const lines = result.map((one) => [one.file, one.line] as const);
        expect(lines).toEqual(lines.toSorted(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b - d)));
      }),
    );
  });
});
