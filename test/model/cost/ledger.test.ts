import { describe, expect, test } from '@jest/globals';
import { Ledger, type LedgerEntry } from '../../../src/model/cost/ledger.ts';
import { CALL } from '../../support/ended-call.ts';

function entry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    ...CALL,
    conversation: { role: 'analyst', subject: 'a.c', turn: 0 },
    model: 'gpt',
    ...changes,
  };
}

describe('Ledger', () => {
  test('adds up what was billed, and counts the rest', () => {
    const ledger = new Ledger();
    ledger.add(entry());
    ledger.add(entry({ source: 'cache' }));
    ledger.add(entry({ source: 'replay' }));
    ledger.add(
      entry({ cost: undefined, usage: { input: 1, cached: 0, output: 1, estimated: true } }),
    );
    expect(ledger.total()).toEqual({
      ...{ calls: 2, reused: 2, input: 101, cached: 40, output: 11 },
      ...{ cost: 0.5, unpriced: 1, estimated: 1 },
    });
  });

  test('by what is asked about, and by who asks', () => {
    const ledger = new Ledger();
    ledger.add(entry({ conversation: { role: 'verifier', subject: 'b.c', turn: 0 } }));
    ledger.add(entry());
    ledger.add(entry({ conversation: { role: 'verifier', subject: 'a.c', turn: 1 } }));
    const calls = (key: 'subject' | 'role' | 'model') =>
      [...ledger.by(key)].map(([name, sum]) => [name, sum.calls]);
    expect(calls('subject')).toEqual([
      ['a.c', 2],
      ['b.c', 1],
    ]);
    expect(calls('role')).toEqual([
      ['analyst', 1],
      ['verifier', 2],
    ]);
    expect(calls('model')).toEqual([['gpt', 3]]);
  });
});
