import type { EndedCall } from '../../src/model/cost/ledger.ts';

/** A call that went well. */
export const CALL: EndedCall = {
  conversation: { role: 'analyst', subject: 'a.c|0|0', turn: 1 },
  tier: 'normal',
  model: 'served',
  source: 'provider',
  usage: { input: 100, cached: 40, output: 10, estimated: false },
  cost: 0.5,
  milliseconds: 1200,
  billed: true,
};
