import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mutantsOfPairs } from '../../../bench/mutants/breakable.ts';
import { findTools, Judge, type Tools } from '../../../bench/mutants/judge.ts';
import { CRATE, type Pair, readPairs, readSameMeaning } from '../../../bench/mutants/pairs.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { inSandbox } from '../../support/bubblewrap.ts';

const SEED = 1;
const hasTools = findProgram('clang') !== undefined && findProgram('cargo') !== undefined;

/** Of `npm run bench:mutants`: a result of several parts, memory for a record, a place, a handle. */
const SOME = [
  'varint::varint_read',
  'calendar::parse_date',
  'path::extension',
  'text::upper',
  'ring::Ring::pop',
];

(hasTools ? inSandbox : describe.skip)('a few of the pairs, in one crate', () => {
  const pairs = readPairs();
  const folder = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  let tools: Tools;
  let judge: Judge;

  beforeAll(async () => {
    tools = await findTools();
    judge = new Judge(tools, join(folder, 'judge'), SEED, { cases: 1000 });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(SOME)(
    '%s is equal as it is, and told from the C when it is broken',
    async (rust) => {
      const isWanted = (pair: Pair) => pair.rust === rust;
      const deps = { ...tools, crate: CRATE, sameMeaning: readSameMeaning() };
      const [chosen] = await mutantsOfPairs(deps, pairs, SEED, isWanted);
      if (chosen?.mutant === undefined) throw new Error(`nothing breaks ${rust}`);
      const { evidence } = await judge.check(chosen.of);
      expect(evidence).toMatchObject({ kind: 'equal' });
      const broken = await judge.check(chosen.of, chosen.mutant.text);
      expect(broken.evidence).toMatchObject({ kind: 'different' });
    },
    120_000,
  );
});
