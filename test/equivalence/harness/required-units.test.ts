import { expect, test } from '@jest/globals';
import { requiredUnits } from '../../../src/equivalence/harness/required-units.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCES = {
  'pack.c':
    'char *program = "pack"; static int depth; int crc(int); int deep(void) { return depth; }\n' +
    'int name(void) { return crc(program[0]); }\n',
  'crc.c': 'extern int table[]; int crc(int c) { return table[c]; }\n',
  'table.c': 'int table[256];\n',
  // Another program, with variables of the same names.
  'recover.c': 'char program[2000]; int depth; int main(void) { return program[depth]; }\n',
};

withClang('units that a unit is linked with', () => {
  test('define what it needs, and never what it has itself', async () => {
    const { units } = await scanUnits(temporaryFolder(SOURCES), Object.keys(SOURCES), clangHere());
    const unit = units.find(({ file }) => file.endsWith('pack.c'));
    if (unit === undefined) throw new Error('pack.c was not read');
    const linked = requiredUnits(unit, units, unit.functions);
    expect(linked.map(({ file }) => file)).toEqual(['crc.c', 'table.c']);
  });
});
