import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { collectSymbols } from '../../../src/migration/scan/collect-symbols.ts';
import { MigrationOrder } from '../../../src/migration/scan/migration-order.ts';
import { scanUnits } from '../../../src/migration/scan/scan-units.ts';
import { findSourceFiles } from '../../../src/workspace/files/source-files.ts';
import { clangHere, withClang } from '../../support/clang.ts';

const CORPORA = join(import.meta.dirname, '../../../../shared/corpora');
const BZIP2 = join(CORPORA, 'bzip2-1.0.8');
const PROJECTS = join(CORPORA, 'c-projects');
const whenThere = (path: string) => (existsSync(path) ? test : test.skip);

async function scanned(root: string) {
  const files = findSourceFiles(root, { extensions: ['.c'] }).files.map(({ path }) => path);
  const { units, problems } = await scanUnits(root, files, clangHere());
  const symbols = collectSymbols(units, '2020-01-01T00:00:00.000Z');
  return { files, units, problems, symbols, order: new MigrationOrder(symbols) };
}

withClang('real projects', () => {
  whenThere(BZIP2)(
    'bzip2: every file, its calls, its macros, and the order',
    async () => {
      const { problems, symbols, order } = await scanned(BZIP2);
      expect(problems).toEqual([]);
      const symbol = (id: string) => symbols.find((found) => found.id === id);
      expect(symbol('huffman.c#BZ2_hbMakeCodeLengths')).toMatchObject({
        params: [
          { name: 'len', type: 'UChar *' },
          { name: 'freq', type: 'Int32 *' },
          { name: 'alphaSize', type: 'Int32' },
          { name: 'maxLen', type: 'Int32' },
        ],
        ref: { macros: expect.arrayContaining(['UPHEAP', 'DOWNHEAP', 'ADDWEIGHTS', 'WEIGHTOF']) },
      });
      expect(symbol('compress.c#makeMaps_e')).toMatchObject({ params: [{ type: 'EState *' }] });
      expect(symbol('bzlib.c#BZ2_bzCompressInit')).toMatchObject({
        ref: { unresolved_calls: true, address_taken: ['default_bzalloc', 'default_bzfree'] },
        may_call: ['bzlib.c#default_bzalloc', 'bzlib.c#default_bzfree'],
      });
      expect(symbol('bzlib_private.h#EState')).toMatchObject({ category: 'type', kind: 'struct' });
      const place = order.steps().map(({ ids }) => ids.join());
      expect(place.indexOf('compress.c#bsW')).toBeLessThan(
        place.indexOf('compress.c#BZ2_compressBlock'),
      );
      expect(order.roots().map(({ id }) => id)).toContain('bzip2.c#main');
    },
    60_000,
  );

  whenThere(PROJECTS)(
    'small projects of all kinds: at most a file of tests that does not compile by itself',
    async () => {
      // All of them take a minute.
      const names = readdirSync(PROJECTS).filter((_, index) => index % 4 === 2);
      const all = await Promise.all(names.map((name) => scanned(join(PROJECTS, name))));
      const failed = all.flatMap(({ problems }) => problems).map(({ file }) => file);
      expect(failed.filter((file) => !file.includes('test'))).toEqual([]);
      const functions = all.flatMap(({ order }) => order.functions);
      expect(functions.length).toBeGreaterThan(50);
      const shapeless = all.flatMap(({ units }) =>
        units.flatMap((unit) =>
          unit.functions.filter(({ returns, params }) =>
            [returns, ...params.map(({ type }) => type)].some(({ kind }) => kind === 'other'),
          ),
        ),
      );
      expect(shapeless.map(({ name }) => name)).toEqual([]);
    },
    120_000,
  );
});
