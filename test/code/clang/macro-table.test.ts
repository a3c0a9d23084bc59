import { expect, test } from '@jest/globals';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function macrosOf(source: string, headers: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder({ 'a.c': source, ...headers });
  const { units, problems } = await scanUnits(root, ['a.c'], clangHere());
  expect(problems).toEqual([]);
  return Object.fromEntries(units[0]?.functions.map(({ name, macros }) => [name, macros]) ?? []);
}

withClang('macros that a function expands', () => {
  test('where they are defined, and as what', async () => {
    const source = `#include <limits.h>
int before(void) { int LATER = 1; return LATER; }
#define LATER 2
#define CALL(x) (x)
int after(int CALL) { return LATER + CALL; }
#undef LATER
int between(void) { int LATER = 3; return LATER + INT_MAX; }
#define LATER 4
int text(void) { /* LATER */ return sizeof("CALL(LATER)") + 'L'; } // LATER
int within(int n) {
#define INSIDE(x) ((x) + 1)
  return INSIDE(n) + CALL
    (n);
#undef INSIDE
}
`;
    expect(await macrosOf(source)).toEqual({
      before: [],
      after: ['LATER'],
      between: ['INT_MAX'],
      text: [],
      within: ['INSIDE', 'CALL'],
    });
  });

  test('those of the project that they expand in turn', async () => {
    const headers = {
      'bits.h':
        '#define GET(n) NEED(n, MASK)\n#define NEED(n, m) do { if (n & m) return n; } while (0)\n',
    };
    const source = '#include "bits.h"\n#define MASK 7\nint f(int n) { GET(n); return 0; }\n';
    expect(await macrosOf(source, headers)).toEqual({ f: ['GET', 'NEED', 'MASK'] });
  });
});
