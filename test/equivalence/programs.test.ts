import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('a main is compared as a program', () => {
  const lines = fixtureSides('lines.c');
  const greet = fixtureSides('greet.c');

  test('files, standard input, what is printed, and the status, whether returned or by an exit', async () => {
    const evidence = await lines('main', 'programs::lines');
    expect(evidence).toMatchObject({ kind: 'equal', undefinedBehaviour: [], limits: [] });
    if (evidence.kind !== 'equal') return;
    // One where nothing is returned, and a static of a function, are as a new process has them.
    expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    expect(evidence.coverage.coveredBranches).toBe(evidence.coverage.branches);
    expect(await lines('main', 'programs::lines_with_a_large_status')).toMatchObject({
      kind: 'equal',
    });
  }, 120_000);

  test('differs: the status of an exit deep within', async () => {
    expect(await lines('main', 'programs::lines_with_another_status')).toMatchObject({
      ...{ kind: 'different', c: expect.stringMatching(/^it ends the process with status 2, /) },
      rust: expect.stringMatching(/^it ends the process with status 1, /),
    });
  }, 120_000);

  test('differs: standard input that is not read', async () => {
    expect(await lines('main', 'programs::lines_without_stdin')).toMatchObject({
      ...{ kind: 'different', input: expect.stringMatching(/standard input = /), test: '' },
    });
  }, 120_000);

  test('a main without parameters', async () => {
    for (const same of ['programs::greet', 'programs::greet_and_exit']) {
      expect(await greet('main', same)).toMatchObject({ kind: 'equal', excluded: 0 });
    }
    expect(await greet('main', 'programs::greet_once')).toMatchObject({ kind: 'different' });
  }, 180_000);

  test('other functions have bytes in their standard input, or are given a reader', async () => {
    for (const same of ['programs::count_own_input', 'programs::count_until_zero']) {
      expect([same, await greet('count_until_zero', same)]).toMatchObject([
        ...[same, { kind: 'equal', excluded: 0 }],
      ]);
    }
    expect(await greet('count_until_zero', 'programs::count_all')).toMatchObject({
      ...{ kind: 'different', input: expect.stringContaining('stdin') },
    });
  }, 120_000);
});
