import { constants } from 'node:os';
import { expect, test } from '@jest/globals';
import { soundsFinal, standardConstant } from '../../../../src/code/c/ir/standard-names.ts';

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

test('the values of errno are those of Linux', () => {
  const names = ['EPERM', 'EINTR', 'EAGAIN', 'EWOULDBLOCK', 'ENOMEM', 'EINVAL', 'ERANGE', 'ELOOP'];
  const values = names.map((name) => standardConstant(name)?.value);
  expect(values).toEqual([1, 4, 11, 11, 12, 22, 34, 40]);
  expect(standardConstant('EOVERFLOW')?.value).toBe(75);
  expect(standardConstant('EXAMPLE')).toBeUndefined();
  if (process.platform !== 'linux') return;
  // All that this system names as well are the same there.
  for (const [name, value] of Object.entries(constants.errno)) {
    const known = standardConstant(name)?.value;
    expect([name, known ?? value]).toEqual([name, value]);
  }
});
