import { expect, test } from '@jest/globals';
import { changedGroups } from '../../../src/security/discover/changed-groups.ts';
import { groupCode } from '../../../src/security/discover/group-code.ts';
import { isGuardingChange } from '../../../src/security/discover/guarding-change.ts';
import { changedIndex } from '../../support/changed-index.ts';

const file = (lines: readonly string[]) =>
  ['int f(char *to, int n)', '{', ...lines, '    return put(to, n);', '}', ''].join('\n');

async function groupOf(before: readonly string[], after: readonly string[]) {
  const caller = 'int g(int n)\n{\n    return f(0, n);\n}\n';
  const index = await changedIndex(
    { 'a.c': file(before) + caller },
    { 'a.c': file(after) + caller },
  );
  if (index.change === undefined) throw new Error('no change');
  const [group] = changedGroups(index, index.change, () => true);
  if (group === undefined) throw new Error('no group');
  return { group, index };
}

test.each([
  [[], ['    if (n < 0)', '        return -1;']],
  [
    [],
    [
      '    if (to == 0 ||',
      '        n > 64) {',
      '        log_it("no");',
      '        goto out;',
      '    }',
    ],
  ],
  [['    char *p = malloc(n);'], ['    char *p = malloc(n);', '    if (!p) return -1;']],
  [['    size = n * 4;'], ['    size = 1 + n * 4;']],
  [['    p = malloc(n);'], ['    p = malloc(n + 1);']],
])(
  'a change that only guards is asked about with the function alone: %j',
  async (before, after) => {
    const { group, index } = await groupOf(before, after);
    expect(isGuardingChange(group, index)).toBe(true);
    expect(await groupCode(group, index)).not.toContain('### Callers');
  },
);

test.each([
  [['    if (n < 0) return -1;'], []],
  [['    size = 1 + n * 4;'], ['    size = n * 4;']],
  [[], ['    to[n] = 0;']],
  [[], ['    if (n > 0) {', '        to[n] = 0;', '        return 0;', '    }']],
  [['    p = malloc(n);'], ['    p = malloc(m + 1);']],
])('any other change is asked about with what is around it: %j', async (before, after) => {
  const { group, index } = await groupOf(before, after);
  expect(isGuardingChange(group, index)).toBe(false);
  expect(await groupCode(group, index)).toContain('### Callers');
});
