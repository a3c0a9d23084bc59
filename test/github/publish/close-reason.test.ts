import { expect, test } from '@jest/globals';
import { conclusionOfClose } from '../../../src/github/publish/close-reason.ts';

test('what a person has to repair is not told to be tried again', () => {
  const problem = '.github/rustward.yml, line 2: there is no key "fail_onn" in review';
  const { conclusion, summary } = conclusionOfClose({ kind: 'refused', problem });
  expect(conclusion).toBe('action_required');
  expect(summary).toContain('line 2');
  expect(summary).toContain('Repair that first');
  expect(summary).not.toMatch(/tried again|log/);
});
