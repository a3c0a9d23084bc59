import { expect, test } from '@jest/globals';
import { MEASURED_RUST } from '../../../src/rules/confidence/measured-rust.ts';
import { RUST_RULES } from '../../../src/rules/rust/index.ts';
import { measuredHit } from '../../../src/rules/rust/measured-hit.ts';
import type { RustHit } from '../../../src/rules/rust/run-rules.ts';

const PLACE = { start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };

function measured(rule: string, confidence: number) {
  const basis = { event: 'shape', doubts: [], witnessed: false } as const;
  const place = { location: PLACE, function: '', message: '', trace: [] };
  const hit: RustHit = { rule, confidence, basis, ...place };
  const { confidence: standing, inNewCode } = measuredHit(hit);
  return { standing, inNewCode };
}

test('a rule of which many hits were judged and none was right loses its severity in code that stands', () => {
  const row = MEASURED_RUST.find(({ rule }) => rule === 'unsafe_send_sync');
  expect([row?.judged, row?.right]).toEqual([18, 0]);
  const { standing, inNewCode = 0 } = measured('unsafe_send_sync', 0.7);
  expect(standing).toBe(0.5);
  // What a change brings is another matter: all of these stood.
  expect(inNewCode).toBeGreaterThan(0.6);
});

test('one of which a single hit was judged hardly moves', () => {
  const before = 0.6;
  for (const rule of ['rust_divide_by_zero', 'ignored_result']) {
    expect(Math.abs(measured(rule, before).standing - before)).toBeLessThan(0.1);
  }
});

test('one of which none was judged keeps its severity: what is known of others says little of it', () => {
  for (const [stated, least] of [
    [0.9, 0.8],
    [0.75, 0.67],
  ] as const) {
    const { standing, inNewCode } = measured('dangling_c_string', stated);
    expect(standing).toBeGreaterThanOrEqual(least);
    expect(inNewCode).toBe(stated);
  }
});

test('a place to look at stays as its rule states it, and no finding becomes one', () => {
  expect(measured('unsafe_send_sync', 0.45)).toEqual({ standing: 0.45, inNewCode: undefined });
  expect(measured('unsafe_send_sync', 0.5).standing).toBe(0.5);
});

test('what people have judged is of rules for Rust that exist', () => {
  const ids = RUST_RULES.map(({ id }) => id);
  for (const { rule } of MEASURED_RUST) expect(ids).toContain(rule);
});
