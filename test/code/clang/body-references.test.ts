import { expect, test } from '@jest/globals';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCE = `
struct head { int size; };
struct tail { int size; };
enum mode { NONE, FAST = 3 };
int limit;
int other(int);
int lengths(int n) { return (int)sizeof(struct head) + n; }
int aligned(void) { return (int)_Alignof(struct tail); }
int chosen(int n) { return n == FAST ? other(n) : limit; }
`;

withClang('what the body of a function refers to', () => {
  test('types are known that are only measured, and enums by their constants', async () => {
    const folder = temporaryFolder({ 'a.c': SOURCE });
    const { units, problems } = await scanUnits(folder, ['a.c'], clangHere());
    expect(problems).toEqual([]);
    const found = (name: string) => units[0]?.functions.find((fn) => fn.name === name);
    // Without its type the body of a function cannot be read by who translates it.
    expect(found('lengths')?.types).toContain('struct head');
    expect(found('aligned')?.types).toContain('struct tail');
    expect(found('chosen')).toMatchObject({
      ...{ calls: ['other'], globals: ['limit'] },
      types: expect.arrayContaining(['enum mode']),
    });
  });
});
