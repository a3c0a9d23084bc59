import { expect, test } from '@jest/globals';
import { conclusionOfClose } from '../../../src/github/publish/close-reason.ts';

test('what a person has to repair is not told to be tried again', () => {
  const problem = '.github/rustward.yml:2: there is no key "fail_onn" in review';
  const { conclusion, summary } = conclusionOfClose({ kind: 'refused', problem });
  expect(conclusion).toBe('action_required');
  expect(summary).toContain('yml:2');
  expect(summary).toContain('Repair that first');
  expect(summary).not.toMatch(/tried again|log/);
});

test('each of several mistakes is on a line of its own', () => {
  const problem = 'a.yml:2: there is no key "b"\na.yml:3: there is no <c>';
  const { summary } = conclusionOfClose({ kind: 'refused', problem });
  expect(summary).toMatch(/\n\n- .*a\.yml:2.*\n- .*a\.yml:3.*\n\n/);
  expect(summary).not.toContain('<c>');
});
