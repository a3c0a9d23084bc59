import { describe, expect, test } from '@jest/globals';
import {
  locationsText,
  NO_COSTS,
  summariseCosts,
  sumText,
} from '../../../src/entry/costs/costs.ts';
import { Ledger, type LedgerEntry } from '../../../src/model/cost/ledger.ts';
import type { Candidate } from '../../../src/security/candidates/candidate.ts';
import { candidate } from '../../security/printers/example-report.ts';
import { CALL } from '../../support/ended-call.ts';

const usage = (input: number, output: number, cached = 0, estimated = false) => {
  return { input, output, cached, estimated };
};

function ledgerOf(...entries: readonly Partial<LedgerEntry>[]): Ledger {
  const ledger = new Ledger();
  for (const entry of entries) ledger.add({ ...CALL, model: 'm', ...entry });
  return ledger;
}

const about = (subject: string, role: LedgerEntry['conversation']['role']) => ({
  conversation: { role, subject, turn: 0 },
});

const LEDGER = ledgerOf(
  { ...about('g1', 'analyst'), usage: usage(1000, 200), cost: 0.5 },
  { ...about('g2', 'analyst'), usage: usage(10, 2), cost: 0.25 },
  { ...about('g2', 'verifier'), usage: usage(5, 1), cost: undefined },
);
const PLACES = new Map([['g1', 'f at a.c:3']]);

describe('what models cost', () => {
  test('is the sum of what has a price, and how many calls have none', () => {
    expect(summariseCosts(LEDGER, PLACES)).toMatchObject({
      ...{ dollars: 0.75, calls: 3, unpriced: 1, tokens: 1218 },
    });
  });

  test('has a line by role, and one for all', () => {
    const lines = summariseCosts(LEDGER, PLACES).lines(false);
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(['analyst', 'verifier', 'all']);
    expect(lines[0]).toContain('2 calls, 1,010 tokens in, 202 out, $0.7500');
    expect(lines[1]).toContain('price unknown');
    expect(lines[2]).toContain('at least $0.7500');
  });

  test('has also a line for each group of candidates, with its places as far as they are known', () => {
    const lines = summariseCosts(LEDGER, PLACES).lines(true);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^about g1 \(f at a\.c:3\): 1 call, .*\$0\.5000$/);
    expect(lines[1]).toMatch(/^about g2: 2 calls, .*at least \$0\.2500$/);
    expect(lines.slice(2)).toEqual(summariseCosts(LEDGER, PLACES).lines(false));
  });

  test('is nothing where no model was asked', () => {
    expect(summariseCosts(new Ledger(), new Map()).lines(true)).toEqual([]);
    expect(summariseCosts(new Ledger(), new Map())).toMatchObject({ dollars: 0, calls: 0 });
    expect([NO_COSTS.dollars, NO_COSTS.calls, NO_COSTS.tokens, NO_COSTS.unpriced]).toEqual([
      ...[0, 0, 0, 0],
    ]);
    expect(NO_COSTS.lines(true)).toEqual([]);
  });
});

describe('a sum as text', () => {
  test('names what came from before, was read from a cache, or is estimated, where it is any', () => {
    const ledger = ledgerOf(
      { usage: usage(2000, 20, 1500, true), cost: 1.5 },
      { source: 'cache', usage: usage(0, 0) },
    );
    expect(sumText(ledger.total())).toBe(
      '1 call and 1 from before, 2,000 tokens in (1,500 cached), 20 out, $1.5000, 1 of them estimated',
    );
    const plain = ledgerOf({ usage: usage(2, 1), cost: 0 });
    expect(sumText(plain.total())).toBe('1 call, 2 tokens in, 1 out, $0.0000');
  });
});

test('places are said by function, and those outside of functions alone', () => {
  const at = (name: string, file: string, line: number): Candidate =>
    candidate({ gid: 1, id: 'C1', pattern: 'x', function: name, file, line });
  const text = locationsText([at('f', 'a.c', 3), at('', 'b.c', 1), at('f', 'a.c', 7)]);
  expect(text).toBe('f at a.c:3, a.c:7; b.c:1');
});
