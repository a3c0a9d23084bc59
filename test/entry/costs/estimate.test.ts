import { expect, test } from '@jest/globals';
import { estimateJson, estimateOf, estimateText } from '../../../src/entry/costs/estimate.ts';
import type {
  ModelConfiguration,
  ModelSettings,
} from '../../../src/model/configuration/settings.ts';

const settings = (name: string, prices: ModelSettings['prices']): ModelSettings => ({
  ...{ name, prices, model: name, baseUrl: 'https://m.test/v1', window: 64_000, maxOutput: 100 },
  ...{ attempts: 1, jsonSchema: false, parallelToolCalls: false, parameters: {}, limits: {} },
  ...{ stream: true, streamUsage: true, key: undefined, silence: 1000, promptCache: true },
  ...{ outputLimitField: 'max_tokens', interface: 'chat', keyHeader: 'authorization' },
});

function configuration(
  prices: ModelSettings['prices'],
  caps: ModelConfiguration['caps'] = {},
): Pick<ModelConfiguration, 'tiers' | 'caps'> {
  const large = settings('large', { input: 3, output: 15 });
  return { tiers: { cheap: [settings('small', prices)], normal: [large], smart: [large] }, caps };
}

const ASKED = [
  { role: 'clusterer', tier: 'cheap', tokens: 1000 },
  { role: 'analyst', tier: 'normal', tokens: 2000 },
  { role: 'analyst', tier: 'normal', tokens: 4000 },
] as const;
const LIMITS = { turns: 3, tokens: 10_000 };

test('questions are added up by who asks, with the prices of the models that are tried first', () => {
  const known = configuration({ input: 1, output: 2 });
  const { questions, least, most } = estimateOf(ASKED, known, { limits: LIMITS, verify: true });
  expect(questions).toEqual([
    { role: 'clusterer', tier: 'cheap', model: 'small', count: 1, tokens: 1000 },
    { role: 'analyst', tier: 'normal', model: 'large', count: 2, tokens: 6000 },
  ]);
  expect(least).toEqual({ tokens: 7000, dollars: (1000 * 1 + 6000 * 3) / 1e6 });
  // One conversation with the small model, and two with the large one, which are verified: 300 tokens of each are answers.
  expect(most.tokens).toBe(50_000);
  expect(most.dollars).toBeCloseTo((9700 * 1 + 300 * 2 + 4 * (9700 * 3 + 300 * 15)) / 1e6, 12);
  const unverified = estimateOf(ASKED, known, { limits: LIMITS, verify: false });
  expect(unverified.most.tokens).toBe(30_000);
});

test('where a model that would be asked has no price, no sum of dollars is told', () => {
  const estimate = estimateOf(ASKED, configuration(undefined, { tokens: 5000 }), {
    ...{ limits: LIMITS, verify: true },
  });
  expect(estimate.least).toEqual({ tokens: 7000, dollars: undefined });
  expect(JSON.parse(estimateJson(estimate))).toMatchObject({
    least: { tokens: 7000, dollars: null },
    caps: { dollars: null, dollars_of_month: null, tokens: 5000 },
  });
  expect(estimateText(estimate)).toContain('From  7,000 tokens, price unknown');
  expect(estimateText(estimate)).toContain('The cap is 5,000 tokens: a run ends before');
});

test('a review that would ask nothing says so', () => {
  const estimate = estimateOf([], configuration(undefined), { limits: LIMITS, verify: true });
  expect(estimate.least).toEqual({ tokens: 0, dollars: 0 });
  expect(estimateText(estimate)).toContain('nothing is left to examine');
});
