import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { type CacheKey, StoredAnalysisCache } from '../../../src/security/scan/analysis-cache.ts';
import { RunMemory } from '../../../src/security/scan/run-memory.ts';
import { type ScanOutcome, scan } from '../../../src/security/scan/scan.ts';
import { surveyFile } from '../../../src/security/scan/survey-file.ts';
import { TEXT_LIMITS } from '../../../src/workspace/files/source-text.ts';
import { ContentStore } from '../../../src/workspace/state/content-store.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';
import { WORD_RULE } from './fixtures/word-rule.ts';

const GRAMMARS = loadGrammars();

/** Two functions that use each other over three files, and one that has nothing to do with them. */
const PROJECT = {
  'names.h': '#define ROOM 8\nchar *make(int n);\nvoid fill(char *to, int n);\n',
  'make.c':
    '#include <stdlib.h>\n#include "names.h"\nchar *make(int n) { return malloc(ROOM); }\nint twice(int n) { return 2 * n; }\n',
  'fill.c': '#include "names.h"\nvoid fill(char *to, int n) { to[n] = 0; }\n',
  'main.c':
    '#include "names.h"\nint main(void) { char *p = make(3); if (!p) return 1; fill(p, 7); return p[0]; }\n',
  'alone.c': 'int alone(int n) { int a[4]; return n > 3 ? a[0] : n; }\n',
};

interface Run {
  readonly outcome: ScanOutcome;
  /** The files that were examined, not remembered. */
  readonly examined: readonly string[];
}

async function run(root: string, store: string | undefined, engine = 'engine'): Promise<Run> {
  const examined: string[] = [];
  const names = new Map(
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [readFileSync(join(root, name), 'utf8'), name] as const),
  );
  const outcome = await scan(
    { path: root, threads: 0 },
    {
      rules: RULES,
      grammars: GRAMMARS,
      moreRules: [
        { ...WORD_RULE, inspect: ({ tree }) => examined.push(names.get(tree.text) ?? tree.text) },
      ],
      threadScript: new URL('unused:'),
      ...(store === undefined
        ? {}
        : {
            cache: (folder, limits) =>
              new StoredAnalysisCache(new ContentStore(store, Date.now()), engine, folder, limits),
          }),
    },
  );
  return { outcome, examined };
}

describe('a scan that remembers', () => {
  test('examines nothing again where nothing changed, and says the same', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    const first = await run(root, store);
    const second = await run(root, store);
    expect(first.examined).toHaveLength(5);
    expect(second.examined).toEqual([]);
    expect(second.outcome).toEqual(first.outcome);
    expect((await run(root, undefined)).outcome).toEqual(first.outcome);
  });

  test('also where untrusted text goes from file to file', async () => {
    const root = temporaryFolder({
      'read.c':
        '#include <unistd.h>\nvoid first(char *text, int n);\nint main(void) { char b[9]; int n = read(0, b, 8); first(b, n); return 0; }\n',
      'first.c':
        'void second(char *text, int n);\nvoid first(char *text, int n) { second(text, n); }\n',
      'second.c':
        '#include <stdlib.h>\nvoid second(char *text, int n) { if (n > 0) system(text); }\n',
    });
    const store = temporaryFolder();
    const first = await run(root, store);
    expect((await run(root, store)).examined).toEqual([]);
    expect(first.outcome.candidates.map(({ file }) => file)).toContain('second.c');
  });

  test('of Rust, says what a scan without memory says, also of files that see something else', async () => {
    const files = {
      'main.rs':
        'mod run;\nmod other;\nfn main() {\n    run::start(&std::env::args().nth(1).unwrap_or_default());\n}\n',
      'run.rs':
        'pub fn start(name: &String) {\n    let _ = std::process::Command::new(name).status();\n}\n',
      'other.rs': 'pub fn other() {}\n',
    };
    const root = temporaryFolder(files);
    const store = temporaryFolder();
    const first = await run(root, store);
    expect((await run(root, store)).outcome).toEqual(first.outcome);
    const main = files['main.rs'].replace('std::env::args().nth(1).unwrap_or_default()', '"log"');
    addFiles(root, { 'main.rs': main });
    const after = await run(root, store);
    expect(after.outcome).toEqual((await run(root, undefined)).outcome);
    const sureOf = ({ outcome }: Run) =>
      outcome.candidates.filter(
        ({ pattern, confidence }) => pattern === 'rust_command_injection' && confidence >= 0.6,
      );
    expect([sureOf(first).length, sureOf(after).length]).toEqual([1, 0]);
  });

  test('examines a changed file, and no other where it does the same for them', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    await run(root, store);
    addFiles(root, { 'make.c': PROJECT['make.c'].replace('2 * n', '2 * n + 1') });
    expect((await run(root, store)).examined).toEqual(['make.c']);
  });

  test('examines what calls a function that now does something else', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    const before = await run(root, store);
    addFiles(root, { 'make.c': PROJECT['make.c'].replace('malloc(ROOM)', 'malloc(4)') });
    const after = await run(root, store);
    // The block goes on into `fill`, which is told how long it is.
    expect([...after.examined].sort()).toEqual(['fill.c', 'main.c', 'make.c']);
    expect(after.outcome).toEqual((await run(root, undefined)).outcome);
    expect(after.outcome.candidates).not.toEqual(before.outcome.candidates);
  });

  test('examines all again when the program changes', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    await run(root, store);
    expect((await run(root, store, 'another engine')).examined).toHaveLength(5);
  });

  test('examines what a changed header means something else for, and no other', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    await run(root, store);
    addFiles(root, { 'names.h': `${PROJECT['names.h']}#define OTHER 1\nint other(void);\n` });
    expect((await run(root, store)).examined).toEqual(['names.h']);
    addFiles(root, { 'names.h': PROJECT['names.h'].replace('ROOM 8', 'ROOM 9') });
    // What `make` allocates is what `main` hands to `fill`.
    const after = await run(root, store);
    expect([...after.examined].sort()).toEqual(['fill.c', 'main.c', 'make.c', 'names.h']);
  });

  test('examines what a name that a macro puts together means something else for', async () => {
    const header = '#define FIELD(x) limit_ ## x\n#define limit_in LIMIT\n#define LIMIT 4\n';
    const root = temporaryFolder({
      'limits.h': header,
      'use.c':
        '#include "limits.h"\nint use(int n) { char b[4]; b[0] = 0; return FIELD(in) > 4 ? b[5] : b[0]; }\n',
      'alone.c': PROJECT['alone.c'],
    });
    const store = temporaryFolder();
    const before = await run(root, store);
    addFiles(root, { 'limits.h': header.replace('LIMIT 4', 'LIMIT 8') });
    const after = await run(root, store);
    expect([...after.examined].sort()).toEqual(['limits.h', 'use.c']);
    expect(after.outcome.candidates).not.toEqual(before.outcome.candidates);
    expect(after.outcome).toEqual((await run(root, undefined)).outcome);
  });

  test('knows headers by their names and texts, all of them together', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    await run(root, store);
    const states = [
      { 'room.h': '#define ROOM 2\n' },
      { 'room.h': PROJECT['names.h'], 'names.h': '#define ROOM 2\n' },
      { 'room.h': '', 'names.h': PROJECT['names.h'] },
    ];
    for (const state of states) {
      addFiles(root, state);
      expect((await run(root, store)).outcome).toEqual((await run(root, undefined)).outcome);
    }
    rmSync(join(root, 'room.h'));
    expect((await run(root, store)).examined).toEqual([]);
  });

  test('a store that was damaged, or thrown away, costs time only', async () => {
    const root = temporaryFolder(PROJECT);
    const store = temporaryFolder();
    const { outcome } = await run(root, store);
    for (const shelf of readdirSync(store)) {
      for (const name of readdirSync(join(store, shelf)))
        writeFileSync(join(store, shelf, name), 'nonsense');
    }
    expect(await run(root, store)).toMatchObject({ outcome, examined: { length: 5 } });
    rmSync(store, { recursive: true });
    expect((await run(root, store)).outcome).toEqual(outcome);
  });

  test('says what a scan without memory says, whatever its headers come to mean', async () => {
    const edits = fc.record({
      type: fc.constantFrom('typedef char unit_t;', 'typedef long unit_t;', ''),
      room: fc.constantFrom('enum { ROOM = 4 };', '#define ROOM 6', 'enum { ROOM = 9 };'),
      record: fc.constantFrom('unit_t data[ROOM]; int n;', 'unit_t *data; int n;', 'int n;'),
      setting: fc.constantFrom('#ifdef SMALL\nint a;\nint b;\n#else\nint c;\n#endif', ''),
      function: fc.constantFrom(
        'int pick(int n);',
        '#define pick(n) 5',
        '#define pick(n) ((n) & 3)',
      ),
      other: fc.constantFrom('int unused;', 'struct box { int other; };', '#define NEW 1'),
      length: fc.constantFrom('n & 7', '3', 'n'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 2, maxLength: 4 }), async (rounds) => {
        const root = temporaryFolder();
        const store = temporaryFolder();
        for (const edit of rounds) {
          addFiles(root, {
            'box.h': `${edit.type}\n${edit.room}\nstruct box { ${edit.record} };\n${edit.setting}\n`,
            'pick.h': `${edit.function}\n#define GET(b) b.da ## ta\n`,
            'other/box.h': edit.other,
            'pick.c': `int length(int n) { return ${edit.length}; }\n`,
            'use.c':
              '#include "box.h"\n#include "pick.h"\nint use(int n) { struct box b; b.n = 0; GET(b)[pick(n)] = 1;\n#ifdef SMALL\nGET(b)[5] = 2;\n#endif\nreturn b.n; }\n',
            'other/use.c':
              '#include "box.h"\nint length(int);\nint more(int n) { char b[4]; struct box x; b[length(n)] = 1; return b[0] + sizeof x; }\n',
          });
          expect((await run(root, store)).outcome).toEqual((await run(root, undefined)).outcome);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('says what a scan without memory says, whatever changes in between', async () => {
    const edits = fc.record({
      room: fc.constantFrom('ROOM 8', 'ROOM 4'),
      make: fc.constantFrom('malloc(ROOM)', 'malloc(n)', '0', 'calloc(1, 6)'),
      fill: fc.constantFrom('to[n] = 0;', 'if (to) to[n] = 0;', 'free(to);', ''),
      main: fc.constantFrom('fill(p, 7);', 'fill(p, 3);', 'fill(0, 1);', 'fill(p, 9); free(p);'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 2, maxLength: 4 }), async (rounds) => {
        const root = temporaryFolder(PROJECT);
        const store = temporaryFolder();
        for (const edit of rounds) {
          addFiles(root, {
            'names.h': PROJECT['names.h'].replace('ROOM 8', edit.room),
            'make.c': PROJECT['make.c'].replace('malloc(ROOM)', edit.make),
            'fill.c': PROJECT['fill.c'].replace('to[n] = 0;', edit.fill),
            'main.c': PROJECT['main.c'].replace('fill(p, 7);', edit.main),
          });
          expect((await run(root, store)).outcome).toEqual((await run(root, undefined)).outcome);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('surveys of a file', () => {
  /** What two rounds give of a file that asks for more in the second, where more is known. */
  async function twoRounds() {
    const root = temporaryFolder({ 'a.c': 'int f(int n) { return n; }\n' });
    const surveyed = await surveyFile('a.c', 'int f(int n) { return n; }\n', GRAMMARS, NO_PROJECT);
    if (surveyed === undefined) throw new Error('a.c tells nothing');
    const asking = (...names: string[]) => {
      const dependencyNames = { ...surveyed.survey.dependencyNames, names };
      return { ...surveyed, survey: { ...surveyed.survey, dependencyNames } };
    };
    const [first, second] = [asking('ONE'), asking('ONE', 'TWO')];
    const question = (round: string, dependencies: CacheKey['dependencies']): CacheKey => ({
      ...{ step: 'survey', file: 'a.c', dependencies },
      knowledge: (asked) => `${round}: ${asked?.names.join(' ')}`,
    });
    const questions = [
      question('first', undefined),
      question('second', first.survey.dependencyNames),
    ] as const;
    return { root, first, second, questions };
  }

  test('are known in each round, whatever it asked for in the others', async () => {
    const { root, first, second, questions } = await twoRounds();
    const store = temporaryFolder();
    const open = () =>
      new StoredAnalysisCache(new ContentStore(store, Date.now()), 'engine', root, TEXT_LIMITS);
    const before = open();
    before.put(questions[0], { surveyed: first });
    before.put(questions[1], { surveyed: second });
    const after = open();
    expect(questions.map((question) => after.get(question))).toEqual([
      { surveyed: first },
      { surveyed: second },
    ]);
    expect(after.get({ ...questions[0], knowledge: () => 'other answers' })).toBeUndefined();
  });

  test('are one object for two versions of a tree that share them', async () => {
    const { root, first, questions } = await twoRounds();
    const [store, memory] = [temporaryFolder(), new RunMemory()];
    const open = () => {
      const content = new ContentStore(store, Date.now());
      return new StoredAnalysisCache(content, 'engine', root, TEXT_LIMITS, undefined, memory);
    };
    open().put(questions[0], { surveyed: first });
    const found = open().get(questions[0]);
    expect(found !== undefined && 'surveyed' in found && found.surveyed).toBe(first);
  });
});
