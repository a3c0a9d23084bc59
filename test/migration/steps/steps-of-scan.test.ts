import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { withoutMains } from '../../../src/migration/steps/own-program.ts';
import { migrationStepsOf } from '../../../src/migration/steps/steps-of-scan.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

withClang('what a translator sees of the C', () => {
  test('has macros that only an #if of the function uses, and what these are made of', async () => {
    const folder = temporaryFolder({
      'level.c': `#define BASE 2
#define LEVEL (BASE + 1)
#define FAST
#define UNUSED 7

int level(int a)
{
#if LEVEL > 2 && defined(FAST)
    return a + 1;
#else
    return a;
#endif
}

int plain(int a)
{
    return a;
}
`,
    });
    const scan = await scanProject(folder, {
      ...clangHere(),
      ...{ config: DEFAULT_CONFIG, now: new Date(0) },
    });
    const steps = migrationStepsOf(scan, (file) => readFileSync(join(folder, file), 'utf8'));
    const contexts = steps.flatMap(({ functions }) => functions.map(({ context }) => context));
    expect(contexts).toEqual(['#define BASE 2\n\n#define LEVEL (BASE + 1)\n\n#define FAST', '']);
  });

  test('a main is a function as others are, but for those of tests and examples', async () => {
    const use = (name: string) => `int add(int a);\nint ${name}(void)\n{\n    return add(1);\n}\n`;
    const folder = temporaryFolder({
      'add.c': 'int add(int a)\n{\n    return a + 1;\n}\n',
      'src/main.c':
        'int add(int a);\nint main(int argc, char **argv)\n{\n    return add(argc);\n}\n',
      ...{ 'tests/unit.c': use('main'), 'check_test.c': use('main'), 'bench/b.c': use('main') },
      ...{ 'examples/e.c': use('main'), 'tests/help.c': use('help') },
    });
    const scan = await scanProject(folder, {
      ...clangHere(),
      ...{ config: DEFAULT_CONFIG, now: new Date(0) },
    });
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    const steps = migrationStepsOf(scan, read);
    const all = steps.flatMap(({ functions }) => functions);
    expect(all.map(({ name, file }) => `${file} ${name}`).sort()).toEqual([
      ...['add.c add', 'src/main.c main', 'tests/help.c help'],
    ]);
    const main = all.find(({ name }) => name === 'main');
    expect(main).toMatchObject({ mainParameters: 2, callees: ['add'] });
    expect(main?.context).toContain('`pub fn run(args: &[OsString]) -> i32`');
    expect(all.find(({ name }) => name === 'add')).not.toHaveProperty('mainParameters');
    const own = new Map([['src/main.rs', 'fn main() {}\n']]);
    expect(withoutMains(steps, own).flatMap(({ functions }) => functions)).toHaveLength(2);
    expect(withoutMains(steps, new Map())).toBe(steps);
  });
});
