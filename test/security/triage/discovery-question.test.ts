import { expect, test } from '@jest/globals';
import { changedGroups } from '../../../src/security/discover/changed-groups.ts';
import { discoveryPromptInputs } from '../../../src/security/triage/discover.ts';
import { candidate } from '../../support/candidates.ts';
import { changedIndex } from '../../support/changed-index.ts';

test('what the engine says of a change is said once, with its weakness and where it is a guess', async () => {
  const description = 'the copy is no longer protected by `n > 8`';
  const copy = (check: string) => `void copy(char *to, int n)\n{\n${check}    fill(to, n);\n}\n`;
  const index = await changedIndex(
    { 'a.c': copy('    if (n > 8) return;\n') },
    { 'a.c': copy('') },
    [{ file: 'a.c', line: 3, description }],
  );
  if (index.change === undefined) throw new Error('no change');
  const [group] = changedGroups(index, index.change, () => true);
  if (group === undefined) throw new Error('no group');
  const place = { file: 'a.c', line: 3, cwe: [125, 787] };
  const scanned = candidate({ ...place, description });
  const other = candidate({ ...place, description: 'something else', confidence: 0.45 });
  const { code, proposed } = await discoveryPromptInputs(group, [scanned, other], { index });
  expect(code).toContain(`a.c:3: ${description}`);
  expect(proposed.split('\n')).toEqual([
    'a.c:3: what the engine says of this place above (CWE-125, CWE-787)',
    'a.c:3: something else (CWE-125, CWE-787; a guess, more often wrong than right)',
  ]);
});
