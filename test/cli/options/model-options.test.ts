import { expect, test } from '@jest/globals';
import { addModelOptions, parseModelOptions } from '../../../src/cli/options/model-options.ts';
import { commandWith } from '../../support/parsed-options.ts';

const parsed = (...args: string[]) => parseModelOptions(commandWith(addModelOptions, args));

test('without options nothing is settled', () => {
  expect(parsed()).toEqual({});
});

test('each option says what it is about', () => {
  const limits = ['--max-cost', '0.5', '--max-month-cost', '20', '--max-tokens', '1000'];
  expect(parsed('--models', 'm.json5', '--llm-group', 'fast', ...limits)).toEqual({
    ...{ models: 'm.json5', llmGroup: 'fast' },
    ...{ maxCost: 0.5, maxMonthCost: 20, maxTokens: 1000 },
  });
});

test.each(['--max-cost', '--max-month-cost'])('%s is a sum of money above nothing', (option) => {
  for (const value of ['0', '-1', 'NaN', 'Infinity', 'much', '1,5', '']) {
    expect(() => parsed(`${option}=${value}`)).toThrow(option);
  }
});

test('--max-tokens is a whole number above nothing', () => {
  expect(parsed('--max-tokens', '1').maxTokens).toBe(1);
  for (const value of ['0', '-5', '1.5', 'NaN', 'Infinity', 'many', '']) {
    expect(() => parsed(`--max-tokens=${value}`)).toThrow('--max-tokens');
  }
});
