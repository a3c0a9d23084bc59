import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { harnessFolders } from '../../../src/equivalence/harness/workspace.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { canBuildBoth, sideBySide } from '../../support/side-by-side.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const UNIT = `#include "step.h"
int other(int x);
int next(int x) { return (x & 0xff) + STEP + other(x); }
`;
const OTHER = '#include "step.h"\nint other(int x) { return (x & 1) * OTHER; }\n';
const RUST = (step: number, other: number) =>
  `pub fn next(x: i32) -> i32 { (x & 0xff) + ${step} + (x & 1) * ${other} }\n`;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

const header = (step: number, other: number) => `#define STEP ${step}\n#define OTHER ${other}\n`;

(canBuildBoth ? inSandbox : describe.skip)('what was built before', () => {
  test('is built anew when a header, another unit or the crate changes', async () => {
    const folder = temporaryFolder();
    const [project, crate, cache] = ['c', 'crate', 'cache'].map((name) => join(folder, name));
    if (project === undefined || crate === undefined || cache === undefined) throw new Error();
    mkdirSync(project);
    mkdirSync(join(crate, 'src'), { recursive: true });
    write(project, { 'step.h': header(3, 5), 'next.c': UNIT, 'other.c': OTHER });
    write(crate, {
      'Cargo.toml': '[package]\nname = "kept"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': RUST(3, 5),
    });
    const check = await sideBySide(project, ['next.c', 'other.c'], crate, cache, 'made');
    const kind = async () => (await check('next', 'next', { cases: 200 })).kind;
    expect(await kind()).toBe('equal');

    write(project, { 'step.h': header(4, 5) });
    expect(await kind()).toBe('different');
    write(crate, { 'src/lib.rs': RUST(4, 5) });
    expect(await kind()).toBe('equal');

    // Nothing but the object of another unit changes.
    write(project, { 'other.c': OTHER.replace('(x & 1)', '(x & 2)') });
    expect(await kind()).toBe('different');

    // As it was at first, with all that was built then.
    write(project, { 'step.h': header(3, 5), 'other.c': OTHER });
    expect(await kind()).toBe('different');
    write(crate, { 'src/lib.rs': RUST(3, 5) });
    expect(await kind()).toBe('equal');
  }, 120_000);

  test('gives the same evidence again, byte for byte', async () => {
    const folder = temporaryFolder();
    const fixtures = join(import.meta.dirname, '../fixtures');
    const seen: string[] = [];
    for (const cache of ['one', 'one']) {
      const sides = await sideBySide(
        join(fixtures, 'c'),
        ['roles.c'],
        join(fixtures, 'crate'),
        join(folder, cache),
        'made',
      );
      const evidence = await sides('parse_digit', 'roles::parse_digit', { cases: 1000 });
      expect(evidence.kind).toBe('equal');
      seen.push(JSON.stringify({ ...evidence, milliseconds: 0 }));
    }
    expect(new Set(seen).size).toBe(1);
    // Each run reads and writes what the runs before it have reached: no more than there are edges.
    const { run } = harnessFolders(join(folder, 'one'));
    expect(statSync(join(run, 'edges')).size).toBeLessThan(10_000);
  }, 120_000);
});
