import { expect, test } from '@jest/globals';
import { loadPrompt } from '../../../src/model/prompts/load-prompt.ts';
import { promptHashes } from '../../../src/model/prompts/prompt-hashes.ts';

test('the hashes of prompts are those of their files, once each, by name', () => {
  expect(Object.entries(promptHashes(['translator', 'planner', 'translator']))).toEqual([
    ['planner', loadPrompt('planner').hash],
    ['translator', loadPrompt('translator').hash],
  ]);
  expect(promptHashes([])).toEqual({});
  expect(() => promptHashes(['unknown-role'])).toThrow('unknown-role');
});
