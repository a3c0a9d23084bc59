import { expect, test } from '@jest/globals';
import { causeLine } from '../../../src/security/discover/cause-line.ts';
import { changedIndex } from '../../support/changed-index.ts';

const CLAIM = {
  ...{ file: 'a.c', line: 3, function: 'f', cwe: 787, violated: 'v', condition: 'c' },
  ...{ steps: [], cause: '', consequences: '', suggestions: '' },
};
const BODY = 'int f(int *p, int n)\n{\n    return p[n];\n}\n';
const BASE = {
  'a.c': BODY.replace('    return', '    if (n > LIMIT) return 0;\n    return'),
  'limits.h': `/* Limits. */\n#define LIMIT 16\n${'\n'.repeat(9)}int first;\nint last;\n`,
};
const HEAD = {
  'a.c': BODY,
  'limits.h': `/* Limits. */\n#define LIMIT  32\n${'\n'.repeat(9)}int first;\n`,
};

test.each([
  ['named', { changed: { file: 'limits.h', line: 2 } }, ['limits.h', 2]],
  ['named at about its line', { changed: { file: 'limits.h', line: 5 } }, ['limits.h', 2]],
  ['gone, and the line behind it named', { changed: { file: 'a.c', line: 3 } }, ['a.c', 3]],
  ['gone, and the line before it named', { changed: { file: 'a.c', line: 2 } }, ['a.c', 3]],
  ['gone at the end of its file', { changed: { file: 'limits.h', line: 12 } }, ['limits.h', 13]],
  [
    'quoted, where the line named is none of the change',
    { changed: { file: 'none.h', line: 2 }, cause: 'since `LIMIT 32` is more' },
    ['limits.h', 2],
  ],
  ['quoted as it was', { cause: '`if (n > LIMIT)` is gone' }, ['a.c', 3]],
  ['quoted in too few characters', { cause: '`LIMIT` is more' }, undefined],
  ['quoted, and in none of the change', { cause: '`return p[n];`' }, undefined],
  ['not said', {}, undefined],
])('the changed line is %s', async (_, said, expected) => {
  const found = causeLine({ ...CLAIM, ...said }, await changedIndex(BASE, HEAD));
  expect(found && [found.file, found.line]).toEqual(expected);
});

test('what more than one stretch of the change has is quoted of none', async () => {
  const twice = (text: string) => `${text}\n${'\n'.repeat(5)}${text}\n`;
  const index = await changedIndex(
    { 'b.c': twice('int n = 1;'), 'a.c': BASE['a.c'] },
    { 'b.c': twice('int count = 1;'), 'a.c': HEAD['a.c'] },
  );
  expect(causeLine({ ...CLAIM, cause: '`int count`' }, index)).toBeUndefined();
});

test('without a change there is none', async () => {
  const index = await changedIndex(BASE, HEAD);
  const whole = Object.assign(Object.create(index), { change: undefined });
  expect(causeLine({ ...CLAIM, changed: { file: 'a.c', line: 3 } }, whole)).toBeUndefined();
});
