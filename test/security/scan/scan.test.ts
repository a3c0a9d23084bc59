import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { printCandidates } from '../../../src/security/candidates/candidates-text.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import type { ScanDeps } from '../../../src/security/scan/survey-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { WORD_RULE } from './fixtures/word-rule.ts';

const DEPS: ScanDeps = {
  rules: [WORD_RULE],
  grammars: loadGrammars(),
  moreRules: [WORD_RULE],
  threadScript: new URL('fixtures/word-thread.ts', import.meta.url),
};

const SOURCES = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `d${index % 3}/f${index}.c`,
    // With so much text as is handed to threads.
    `int f(void) {\n${'  defect();\n'.repeat(index % 4)}}\n// ${'-'.repeat(240)}\n`,
  ]),
);

/** What the scan notes of a file with one statement outside of every function. */
const UNREADABLE =
  'code at line 1 could not be read as C or C++: ' +
  '1 line was not examined, or not whole, so findings may be missing';

function outcome(folder: string, threads: number, deps: Partial<ScanDeps> = {}) {
  return scan({ path: folder, threads, timeLimit: 2000 }, { ...DEPS, ...deps });
}

describe('scan', () => {
  test('gives the same candidates here and in any number of threads', async () => {
    const folder = temporaryFolder(SOURCES);
    const here = await outcome(folder, 0);
    const counts: [number, number][] = [];
    const threads = await outcome(folder, 3, { onProgress: (...step) => counts.push(step) });
    expect(here.candidates.length).toBe(60);
    expect(here.candidates.map(({ gid }) => gid)).toEqual(
      here.candidates.map((_, index) => index + 1),
    );
    expect(threads).toEqual(here);
    expect(printCandidates(threads.candidates)).toBe(printCandidates(here.candidates));
    const [done, total] = counts.at(-1) ?? [];
    expect(done).toBe(total);
    expect(done).toBeGreaterThanOrEqual(40);
  });

  test.each([0, 2])(
    'a file that breaks the analysis is skipped alone (%d threads)',
    async (threads) => {
      const folder = temporaryFolder({
        ...SOURCES,
        'bad.c': 'throw',
        'odd.c': 'void f(void) { @ x y z; }\n',
      });
      const { skips, candidates } = await outcome(folder, threads);
      expect(candidates).toHaveLength(60);
      expect(skips).toEqual([
        { file: 'bad.c', reason: 'the analysis failed: no luck', failed: true },
        { file: 'odd.c', reason: UNREADABLE, failed: true, lines: expect.any(Array) },
      ]);
    },
  );

  test('many files with little text need no threads, and as many with more do', async () => {
    const filled = (bytes: number) =>
      temporaryFolder(
        Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [
            `f${at}.c`,
            `int f${at} = defect;\n// ${'-'.repeat(bytes)}\n`,
          ]),
        ),
      );
    const threadScript = new URL('fixtures/no-such-thread.ts', import.meta.url);
    const few = await outcome(filled(800), 2, { threadScript });
    expect([few.candidates.length, few.skips]).toEqual([9, []]);
    const more = await outcome(filled(900), 2, { threadScript });
    expect(more.skips).toHaveLength(9);
  });

  test('a file that hangs its thread is skipped alone', async () => {
    const folder = temporaryFolder({ ...SOURCES, 'bad.c': 'spin' });
    const { skips, candidates } = await outcome(folder, 2);
    expect(candidates).toHaveLength(60);
    expect(skips).toEqual([
      { file: 'bad.c', reason: 'the analysis failed: took longer than 2 seconds', failed: true },
    ]);
  });

  test.each([0, 2])(
    'a line feed at the end begins no further line (%d threads)',
    async (threads) => {
      const sources = {
        'a.c': 'int a;\nint b;\n',
        'b.c': 'int c;\nint d;',
        'c.c': '',
        'd.rs': '\n',
      };
      const { files } = await outcome(temporaryFolder(sources), threads);
      expect(files.map(({ file, lines }) => [file, lines])).toEqual([
        ['a.c', 2],
        ['b.c', 2],
        ['c.c', 0],
        ['d.rs', 1],
      ]);
    },
  );

  test('a file that is deleted between listing and reading is named', async () => {
    const folder = temporaryFolder({ 'a.c': 'defect', 'b.c': 'defect' });
    const { skips, candidates } = await outcome(folder, 0, {
      onProgress: (done) => done === 1 && unlinkSync(join(folder, 'b.c')),
    });
    expect(candidates.map(({ file }) => file)).toEqual(['a.c']);
    expect(skips).toEqual([{ file: 'b.c', reason: 'was deleted during the scan', failed: true }]);
  });

  test('names what was decoded with replacement, and reads suppressions from comments only', async () => {
    const folder = temporaryFolder({
      'a.c': Buffer.concat([Buffer.from('// '), Buffer.from([0xff]), Buffer.from('\ndefect\n')]),
      'b.c':
        'char *s = "// rustward-ignore: test_rule text";\n// rustward-ignore: test_rule fine\ndefect\n',
    });
    const { skips, files } = await outcome(folder, 0);
    expect(skips).toEqual([
      { file: 'a.c', reason: 'is not UTF-8; the bytes in question were replaced', failed: false },
    ]);
    expect(files[1]?.suppressions).toEqual([
      { line: 2, rules: ['test_rule'], reason: 'fine', from: 2, to: 3 },
    ]);
  });
});
