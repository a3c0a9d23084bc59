import { expect, test } from '@jest/globals';
import { sourceLink } from '../../../src/github/text/source-link.ts';

const AT = { repositoryUrl: 'https://github.com/ada/demo', head: 'a'.repeat(40) };
const FILES = `https://github.com/ada/demo/blob/${'a'.repeat(40)}`;

test.each([
  ['one line', { file: 'src/a.c', line: 3 }, '#L3'],
  ['a stretch that is one line', { file: 'src/a.c', line: 3, endLine: 3 }, '#L3'],
  ['several lines', { file: 'src/a.c', line: 3, endLine: 7 }, '#L3-L7'],
])('%s is linked to at the commit that was examined', (_what, place, lines) => {
  expect(sourceLink(AT, place)).toBe(`[\`src/a.c:3\`](${FILES}/src/a.c${lines})`);
});

test('a link may have a name, and none of its characters ends it', () => {
  const link = sourceLink(AT, { file: 'a (1)/b #2?.c', line: 1 }, 'here');
  expect(link).toBe(`[here](${FILES}/a%20%281%29/b%20%232%3F.c#L1)`);
});
