import { expect, test } from '@jest/globals';
import { soundsFinal } from '../../../../src/code/c/ir/standard-names.ts';

test.each(['die', 'die_errno', 'BUG', 'x_panic', 'fatal_error', 'oom_handler', 'lib_unreachable'])(
  '%s ends the program',
  (name) => {
    expect(soundsFinal(name)).toBe(true);
  },
);

test.each([
  'die_if_small',
  'die_for_options',
  'BUG_ON',
  'log_fatal',
  'abort_work',
  'work_abort',
  'diet',
  'debug',
  '',
])('%s may come back', (name) => {
  expect(soundsFinal(name)).toBe(false);
});
