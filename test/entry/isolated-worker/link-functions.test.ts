import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  linkVerdictFor,
  linkVerdictOf,
} from '../../../src/entry/isolated-worker/link-functions.ts';
import type { LinkedFunction } from '../../../src/migration/link/link-report.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { withClang } from '../../support/clang.ts';
import { mappedProject } from '../../support/mapped-project.ts';

const TAPE = join(import.meta.dirname, '../../migration/link/fixtures/tape');
const hasTools = ['cargo', 'make', 'gcc'].every((name) => findProgram(name) !== undefined);

const RECORDS = {
  'struct tape': { bytes: { length: 'used' } },
  'struct heap': { bytes: { length: 'used' } },
};

(hasTools ? withClang : describe.skip)('the verdict on a project', () => {
  const deps = { env: process.env, signal: new AbortController().signal, onProgress: () => {} };
  const given = { functions: [{ name: 'tape_put', file: 'src/tape.c' }], without: [] };

  test('is that its tests pass, or with which function they fail', async () => {
    const folder = mappedProject(
      [TAPE],
      'src/tape.c',
      { tape_put: 'Tape::put', heap_put: 'Heap::put_twice' },
      { tape_put: { mapping: { records: RECORDS } }, heap_put: { mapping: { records: RECORDS } } },
    );
    expect(await linkVerdictFor({ ...given, path: folder }, deps)).toEqual({
      ...{ kind: 'passed', linked: ['tape_put'], uncalled: [], retirable: [], kept: [] },
    });
    expect(await linkVerdictFor({ ...given, path: folder, functions: [] }, deps)).toEqual({
      kind: 'failed',
      functions: [
        { name: 'heap_put', because: 'the tests fail with it: heap_put is not as it was' },
      ],
    });
  }, 200_000);

  test('says why there is none', async () => {
    const folder = mappedProject([TAPE], 'src/tape.c', { tape_put: 'Tape::put' });
    const verdict = await linkVerdictFor({ ...given, path: folder, build: 'make nothing' }, deps);
    expect(verdict).toEqual({
      kind: 'not possible',
      reasons: [expect.stringContaining('without any Rust, make nothing failed with status 2')],
    });
  }, 100_000);
});

describe('what a report says of some functions', () => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name }));
  const row = (name: string, outcome: LinkedFunction['outcome'], more = {}): LinkedFunction => ({
    ...{ name, file: 'a.c', line: 1, rust: name, outcome, ...more },
  });
  const report = {
    ...({ version: 1, original: { build: 'passed', test: 'passed' }, passed: false } as const),
    functions: [
      row('a.c:put', 'linked', { called: true }),
      row('get', 'linked', { called: false }),
      row('gone', 'retirable'),
      row('bad', 'breaks', { because: 'the tests fail with it: Aborted' }),
      row('left', 'kept', { because: 'it is not proven' }),
      { ...row('other', 'kept', { because: 'it is not carried over yet' }), rust: undefined },
    ],
  };

  test('others do not count', () => {
    expect(linkVerdictOf(report, named('put', 'get', 'gone', 'left'))).toEqual({
      kind: 'passed',
      linked: ['a.c:put', 'get', 'gone'],
      uncalled: ['get'],
      retirable: ['gone'],
      kept: [{ name: 'left', because: 'it is not proven' }],
    });
    expect(linkVerdictOf(report, named('put', 'bad'))).toEqual({
      kind: 'failed',
      functions: [{ name: 'bad', because: 'the tests fail with it: Aborted' }],
    });
    expect(linkVerdictOf(report, [])).toMatchObject({ kind: 'failed' });
    expect(linkVerdictOf(report, [{ name: 'put', file: 'b.c' }])).toEqual({
      ...{ kind: 'not possible', reasons: ['put: it is no function that is to be migrated'] },
    });
  });

  test('what is not linked passes nothing', () => {
    expect(linkVerdictOf(report, named('left', 'other', 'putt'))).toEqual({
      kind: 'not possible',
      reasons: [
        'left: it is not proven',
        'other: it is not carried over yet',
        'putt: it is no function that is to be migrated',
      ],
    });
    expect(linkVerdictOf({ ...report, functions: [] }, [])).toMatchObject({ kind: 'not possible' });
  });
});
