import { expect, test } from '@jest/globals';
import { retireStatus, retireText } from '../../../src/cli/migrate/retire-text.ts';

const half = { name: 'half', file: 'src/a.c', line: 7, rust: 'a::half' };
const odd = { name: 'a.c:is_odd', file: 'src/b.c', line: 1, rust: undefined };
const stays = { name: 'offered', because: 'a header\noffers it' };

test('what went is listed with its Rust, what stays with the reason, each on one line', () => {
  const text = retireText(
    { retired: [half, odd], refused: [stays], diff: '-a\n\u001b[2J+b\n' },
    false,
  );
  const [first, second, ...rest] = text.split('\n');
  expect([first, second]).toEqual(['-a', expect.not.stringContaining('\u001b')]);
  expect(rest).toEqual([
    'half  taken out of src/a.c:7: a::half',
    'a.c:is_odd  taken out of src/b.c:1',
    'offered  stays: a header offers it',
    '2 functions taken out of the C, uncommitted; git checkout brings back what went. What calls it is Rust, so the C alone links no more: migrate link builds both',
    '',
  ]);
});

test('what is only tried would go', () => {
  expect(retireText({ retired: [half], refused: [], diff: '' }, true)).toBe(
    'half  would go of src/a.c:7: a::half\n1 function of the C could be taken out; nothing was changed\n',
  );
  expect(retireText({ retired: [], refused: [], diff: '' }, true)).toBe(
    '0 functions of the C could be taken out; nothing was changed\n',
  );
});

test('nothing went', () => {
  expect(retireText({ retired: [], refused: [], diff: '' }, false)).toBe(
    'nothing was taken out of the C\n',
  );
});

test('the status is 1 where a function stays', () => {
  expect([retireStatus({ refused: [] }), retireStatus({ refused: [stays] })]).toEqual([0, 1]);
});
