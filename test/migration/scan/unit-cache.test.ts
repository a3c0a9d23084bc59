import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { StoredUnitCache } from '../../../src/migration/scan/unit-cache.ts';
import type { Sandbox } from '../../../src/workspace/sandbox/sandbox.ts';
import { ContentStore } from '../../../src/workspace/state/content-store.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HEADER = `#include <stdint.h>
#define LIMIT 10
enum size { SMALL = 1, LARGE = 1 << 20 };
typedef struct node { struct node *next; enum size size; unsigned flag : 1; } node;
`;

const SOURCE = `#include "node.h"
static const int64_t most[] = { LIMIT };
/* one */ int64_t count(const node *n) { return n == 0 ? 0 : most[0] + count(n->next); }
`;

withClang('what clang has said of a file', () => {
  const store = new ContentStore(temporaryFolder(), Date.now());

  /** Scans the file of a project, and says how many trees were printed for that. */
  async function scanned(root: string, engine = 'this one') {
    const { sandbox, clang } = clangHere();
    let trees = 0;
    const counting: Sandbox = {
      ...{ description: sandbox.description, isolates: sandbox.isolates },
      run(command) {
        if (command.command.includes('-ast-dump=json')) trees += 1;
        return sandbox.run(command);
      },
    };
    const cache = new StoredUnitCache(store, engine);
    const { units, problems } = await scanUnits(root, ['a.c'], { sandbox: counting, clang, cache });
    expect(problems).toEqual([]);
    return { unit: units[0], trees };
  }

  const project = () => temporaryFolder({ 'a.c': SOURCE, 'node.h': HEADER });

  test('is read once, in whichever folder the project is', async () => {
    const first = await scanned(project());
    expect(first).toMatchObject({ trees: 1, unit: { functions: [{ name: 'count' }] } });
    expect(await scanned(project())).toEqual({ ...first, trees: 0 });
  });

  test('is read anew when the file has moved what it says', async () => {
    const root = project();
    const before = await scanned(root);
    writeFileSync(join(root, 'a.c'), SOURCE.replace('/* one */', '/* eleven */'));
    const after = await scanned(root);
    expect(after.trees).toBe(1);
    const columns = [before, after].map(({ unit }) => unit?.functions[0]?.range.startColumn ?? 0);
    expect(columns).toEqual([11, 14]);
  });

  test('is read anew when a header says something else', async () => {
    const root = project();
    await scanned(root);
    writeFileSync(join(root, 'node.h'), HEADER.replace('unsigned flag', 'uint8_t flag'));
    const { unit, trees } = await scanned(root);
    expect(trees).toBe(1);
    expect([...(unit?.records.values() ?? [])][0]?.fields?.[2]).toMatchObject({
      spelled: 'uint8_t',
    });
    writeFileSync(join(root, 'compile_commands.json'), commands(root, '-DLIMIT=12', '-Wno-all'));
    expect(await scanned(root)).toMatchObject({ trees: 1 });
  });

  test('is read anew by another version', async () => {
    await scanned(project());
    expect(await scanned(project(), 'another one')).toMatchObject({ trees: 1 });
  });
});

function commands(directory: string, ...flags: readonly string[]): string {
  return JSON.stringify([{ directory, file: 'a.c', arguments: ['cc', ...flags, '-c', 'a.c'] }]);
}
