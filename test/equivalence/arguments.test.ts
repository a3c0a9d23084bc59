import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('arguments of a program', () => {
  const sides = fixtureSides('arguments.c');
  const settings = `{
    rust: { args: 'argv' },
    c: { argc: { role: 'length', of: 'argv' }, flags: { role: 'text', only: ['v', 'vn:', ''] } },
    result: { some: 'return', none: -1 },
  }`;

  test('are read by getopt in C', async () => {
    const evidence = await sides('read_settings', 'arguments::read_settings', {
      mapping: settings,
    });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: [expect.stringMatching(/^flags is only given as "v", "vn:", ""/)],
    });
    if (evidence.kind === 'equal')
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
  }, 60_000);

  test('are given to main, the name of the program among them', async () => {
    const mapping = "{ rust: { args: 'argv' } }";
    const evidence = await sides('main', 'arguments::main', { mapping });
    expect(evidence).toMatchObject({ kind: 'equal', excluded: 0 });
    expect(await sides('main', 'arguments::print_all', { mapping })).toMatchObject({
      kind: 'different',
      input: expect.stringMatching(/^argv = /),
    });
  }, 60_000);
});
