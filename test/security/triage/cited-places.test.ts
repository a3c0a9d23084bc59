import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { citesShownPlace } from '../../../src/security/triage/cited-places.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const CODE = 'int f(int *p)\n{\n    if (p == 0)\n        return 1;\n    return *p;\n}\n';

test.each([
  ['the check at src/a.c:3 holds', true],
  ['the check at a.c:3 holds', true],
  ['(Line 3) it is checked', true],
  ['lines 3 and 4', true],
  ['checked at c:3, and at xa.c:3', false],
  ['checked at src/a.c:300', false],
  ['checked at src/b.c:3', false],
  ['3 callers, all of which check', false],
  ['', false],
])('%j: %s', async (reason, expected) => {
  const { index } = await scannedTree({ 'src/a.c': CODE, 'src/b.c': 'int g;\n\nint h;\n' });
  const slice = await sliceOf([candidate({ gid: 1, file: 'src/a.c', line: 5 })], index);
  expect(citesShownPlace(reason, 'src/a.c', slice)).toBe(expected);
});
