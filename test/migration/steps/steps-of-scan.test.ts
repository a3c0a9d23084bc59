import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
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
});
