import { expect, test } from '@jest/globals';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { hitsIn, testExamples } from './c-rule-examples.ts';

const RULES = C_RULES.filter(({ languages }) => !languages.includes('c'));

testExamples(RULES);

test('rules for C++ alone say nothing of C', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  for (const { examples } of RULES) {
    for (const example of examples.bad)
      expect(hitsIn(example, 'c').filter(({ rule }) => ids.has(rule))).toEqual([]);
  }
});
