import { expect, test } from '@jest/globals';
import { type Basis, DOUBTS, EVENTS } from '../../../src/rules/basis.ts';
import { confidencesOf } from '../../../src/rules/confidence/confidence.ts';
import { estimate, estimateStanding } from '../../../src/rules/confidence/estimate.ts';
import type { Measured } from '../../../src/rules/confidence/evidence.ts';
import { MEASURED } from '../../../src/rules/confidence/measured.ts';
import { RULES } from '../../../src/rules/index.ts';

const DEFINITE: Basis = { event: 'definite', doubts: [], witnessed: true };

const confidenceOf = (rule: string, stated: number, basis: Basis) =>
  confidencesOf(rule, stated, basis).newCode;

test('no more than medium with one lossy step, and a place to look at with two', () => {
  for (const doubt of DOUBTS) {
    const once = confidenceOf('no_such_rule', 0.95, { ...DEFINITE, doubts: [doubt] });
    expect(once).toBeLessThan(0.8);
    expect(once).toBeGreaterThanOrEqual(0.5);
    const twice = { ...DEFINITE, doubts: [doubt, doubt] };
    expect(confidenceOf('no_such_rule', 0.95, twice)).toBeLessThan(0.5);
    const ofCaller = { ...DEFINITE, event: 'latent', doubts: [doubt] } as const;
    expect(confidenceOf('no_such_rule', 0.95, ofCaller)).toBeLessThan(0.5);
  }
});

test('what only may be, is believed, or follows from a type alone is a place to look at', () => {
  for (const event of ['may', 'belief', 'type-range'] as const)
    expect(confidenceOf('no_such_rule', 0.95, { ...DEFINITE, event })).toBeLessThan(0.5);
});

test('what depends on the caller is never high, and a finding', () => {
  const latent = confidenceOf('no_such_rule', 0.95, { ...DEFINITE, event: 'latent' });
  expect(latent).toBeLessThan(0.8);
  expect(latent).toBeGreaterThanOrEqual(0.5);
});

test('a confidence is a number from 0 to 0.95 that grows with what is stated', () => {
  for (const event of EVENTS) {
    const basis: Basis = { ...DEFINITE, event };
    const numbers = [0.4, 0.6, 0.8, 0.95].map((stated) =>
      confidenceOf('no_such_rule', stated, basis),
    );
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    for (const number of numbers) {
      expect(number).toBeGreaterThan(0);
      expect(number).toBeLessThanOrEqual(0.95);
    }
  }
});

const samples = (rule: string, judged: number, right: number): Measured[] => [
  { rule, event: 'definite', steps: 0, judged, right },
];

test('many samples decide of code that stands, and few leave what is stated nearly as it is', () => {
  expect(estimateStanding('a', 0.9, DEFINITE, samples('a', 200, 20))).toBeLessThan(0.15);
  expect(estimateStanding('a', 0.5, DEFINITE, samples('a', 200, 190))).toBeGreaterThan(0.9);
  expect(estimate('a', 0.9, DEFINITE, samples('a', 1, 0))).toBeGreaterThan(0.6);
});

test('of what a change brings, no number of samples of other code outweighs the rule', () => {
  const few = estimate('a', 0.9, DEFINITE, samples('a', 3, 0));
  expect(estimate('a', 0.9, DEFINITE, samples('a', 300, 0))).toBeCloseTo(few, 1);
  expect(few).toBeGreaterThan(0.6);
});

test('samples of other rules count where a rule has none, and less than its own', () => {
  const bad = estimate('a', 0.8, DEFINITE, samples('b', 40, 2));
  const good = estimate('a', 0.8, DEFINITE, samples('b', 40, 38));
  const own = estimate('b', 0.8, DEFINITE, samples('b', 40, 2));
  expect(bad).toBeLessThan(good);
  expect(own).toBeLessThan(bad);
});

test('samples of another kind of evidence do not count for a rule', () => {
  const may: Measured[] = [{ rule: 'a', event: 'may', steps: 2, judged: 40, right: 0 }];
  expect(estimate('a', 0.8, DEFINITE, may)).toBeGreaterThan(0.5);
});

test('in code that stands a rule without samples starts from what rules were worth there', () => {
  const judged = samples('b', 8, 1);
  const fresh = estimate('a', 0.85, DEFINITE, []);
  expect(estimateStanding('a', 0.85, DEFINITE, judged)).toBeLessThan(0.67);
  expect(estimateStanding('a', 0.85, DEFINITE, judged)).toBeLessThan(fresh);
});

test('a rule of which much was judged does not count for all rules', () => {
  const many = [...samples('a', 8, 8), ...samples('b', 8, 0)];
  const more = [...samples('a', 800, 800), ...samples('b', 8, 0)];
  expect(estimateStanding('c', 0.8, DEFINITE, more)).toBe(
    estimateStanding('c', 0.8, DEFINITE, many),
  );
});

test('code that stands takes the severity of a hit and not the hit, and raises none', () => {
  for (const stated of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]) {
    const { standing, newCode } = confidencesOf('no_such_rule', stated, DEFINITE);
    expect(standing).toBeGreaterThanOrEqual(0.5);
    expect(standing).toBeLessThanOrEqual(newCode);
  }
  expect(confidencesOf('no_such_rule', 0.45, DEFINITE).standing).toBeLessThan(0.5);
});

test('what people have judged is of rules and evidence that exist, each once, and no more right than judged', () => {
  const ids = RULES.map(({ id }) => id);
  for (const { rule, event, steps, judged, right } of MEASURED) {
    expect(ids).toContain(rule);
    expect(EVENTS).toContain(event);
    expect([0, 1, 2]).toContain(steps);
    expect(right).toBeLessThanOrEqual(judged);
  }
  const keys = MEASURED.map(({ rule, event, steps }) => `${rule} ${event} ${steps}`);
  expect(new Set(keys).size).toBe(keys.length);
});

const SHAPE: Basis = { event: 'shape', doubts: [], witnessed: false };

test('what happens for certain is as bad in a large tree, and so is a shape that people have not found harmless', () => {
  for (const basis of [DEFINITE, SHAPE]) {
    const { standing, newCode } = confidencesOf('no_such_rule', 0.9, basis);
    expect(standing).toBe(newCode);
    expect(standing).toBeGreaterThanOrEqual(0.8);
  }
});

test('what rests on an assumption, and a shape that was mostly judged wrong, is ranked lower there', () => {
  const doubted: Basis = { ...DEFINITE, doubts: [DOUBTS[0]] };
  for (const [rule, basis] of [
    ['no_such_rule', doubted],
    ['no_such_rule', { ...DEFINITE, event: 'latent' }],
    ['open_permissive_perms', SHAPE],
  ] as const) {
    const { standing, newCode } = confidencesOf(rule, 0.9, basis);
    expect(standing).toBeLessThan(newCode);
  }
});
