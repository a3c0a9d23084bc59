import { expect, test } from '@jest/globals';
import { outcomeWithin } from '../../../src/security/selection/reported-files.ts';
import { scanOf } from '../../support/scanned-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

test('of a scan that is told in parts each has its files, and what concerns all of them', async () => {
  const outcome = await scanOf(temporaryFolder({ 'a.c': FREED, 'b.c': FREED }));
  const skips = ['a.c', 'b.c', 'compile_commands.json', '../shared.h'].map((file) => {
    return { file, reason: 'it cannot be read', failed: true };
  });
  const part = outcomeWithin({ ...outcome, skips }, (file) => file === 'a.c');
  expect([...new Set(part.candidates.map(({ file }) => file))]).toEqual(['a.c']);
  expect(part.files.map(({ file }) => file)).toEqual(['a.c']);
  expect(part.skips.map(({ file }) => file)).toEqual([
    ...['a.c', 'compile_commands.json', '../shared.h'],
  ]);
  expect(outcomeWithin(outcome, undefined)).toBe(outcome);
});
