import { expect, test } from '@jest/globals';
import { migrateProject } from '../../../src/entry/migrate/migrate-project.ts';
import { repairLimits } from '../../../src/migration/transpile/run-step.ts';
import { withClang } from '../../support/clang.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'count.c': 'int count(const char *s) { int n = 0; while (*s++) n++; return n; }\n',
  'given/count.rs': 'pub fn count(s: &str) {\n    unimplemented!()\n}\n',
  '.rustward/c2rust/config.json': '{ "rust_interface": "given" }\n',
};

withClang('a given interface', () => {
  test('is looked at before a model is asked', async () => {
    const path = temporaryFolder(FILES);
    git(path, 'init', '--quiet', '--initial-branch=main');
    commitAll(path);
    const warnings: string[] = [];
    const { notRun } = await migrateProject(
      {
        ...{ path, crate: 'rust', only: [], maxFunctions: 10, maxRestarts: 0, dryRun: true },
        ...{ repairs: repairLimits(0), until: 'transpile', reset: false, models: {} },
      },
      {
        env: process.env,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onWarning: (line) => warnings.push(line),
      },
    );
    expect(notRun).toBe('--dry-run');
    expect(warnings).toEqual([
      'the given interface: src/count.rs: `pub fn count(s: &str)` gives nothing back, and the result of `int count(const char * s)` is lost',
    ]);
  });
});
