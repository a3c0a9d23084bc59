import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../../src/rules/index.ts';
import { scanLazily } from '../../../../src/security/scan/lazy/scan-lazily.ts';
import type { ScanOutcome } from '../../../../src/security/scan/scan.ts';
import { scanVersions } from '../../../../src/security/scan/scan-versions.ts';
import type { ScannedVersions } from '../../../../src/security/scan/scanned-versions.ts';
import { openTree, surveyOpened } from '../../../../src/security/scan/survey-tree.ts';
import { openRepository } from '../../../../src/workspace/git/repository.ts';
import { Deadline } from '../../../../src/workspace/process/deadline.ts';
import { gitRepository } from '../../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../../support/temporary-folder.ts';

const deps = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('absent.ts', import.meta.url),
};

const MAKE = '#include <stdlib.h>\n#include "buf.h"\nvoid *make(int n) {\n  return malloc(n);\n}\n';
const FILES: Record<string, string> = {
  'buf.h':
    '#ifndef BUF_H\n#define BUF_H\nvoid *make(int n);\n#define NEW() make(8)\n#define DEFINE(text) int text(void)\n#endif\n',
  'make.c': MAKE,
  'through-macro.c': `#include <stdlib.h>
#include "buf.h"
DEFINE(use) {
  char *p = NEW();
  p[0] = 1;
  free(p);
  return 0;
}
`,
  'apart.c': `#include <string.h>
#include "buf.h"
void copy(const char *text) {
  char buf[4];
  strcpy(buf, text);
}
DEFINE(apart) {
  return 0;
}
`,
};

const FREES = MAKE.replace('return malloc(n);', 'void *p = malloc(n);\n  free(p);\n  return p;');

async function scannedLazily(...versions: Parameters<typeof scanLazily>): Promise<ScannedVersions> {
  const both = await scanLazily(...versions);
  if (both === undefined) throw new Error('something could not be surveyed');
  return both;
}

test('a Rust file that gets something else from a changed one is examined', async () => {
  const files = {
    'src/main.rs': 'mod run;\nmod other;\nfn main() {\n    run::start(&String::from("log"));\n}\n',
    'src/run.rs':
      'pub fn start(name: &String) {\n    let _ = std::process::Command::new(name).status();\n}\n',
    'src/other.rs': 'pub fn other() {}\n',
  };
  const folder = gitRepository(files);
  const before = temporaryFolder(files);
  const main = files['src/main.rs'].replace(
    'String::from("log")',
    'std::env::args().nth(1).unwrap_or_default()',
  );
  addFiles(folder, { 'src/main.rs': main });
  const differences = await (await openRepository(folder)).differences('main');
  const open = (path: string) => openTree({ path, threads: 0 }, deps);
  const lazy = await scannedLazily(await open(folder), await open(before), differences);
  const eager = await scanVersions(
    await surveyOpened(await open(folder)),
    await surveyOpened(await open(before)),
    differences,
  );
  expect(found(lazy.head)).toEqual(found(eager.head));
  expect(found(lazy.base)).toEqual(found(eager.base));
  const places = (outcome: ScanOutcome) =>
    outcome.candidates
      .filter(
        ({ pattern, confidence }) => pattern === 'rust_command_injection' && confidence >= 0.6,
      )
      .map(({ file }) => file);
  expect([places(lazy.base), places(lazy.head)]).toEqual([[], ['src/run.rs']]);
});

test('a file that calls what changed through a macro is examined, and one that has nothing to do with it not even surveyed', async () => {
  const folder = gitRepository(FILES);
  const before = temporaryFolder(FILES);
  addFiles(folder, { 'make.c': FREES });
  const differences = await (await openRepository(folder)).differences('main');
  const open = () =>
    Promise.all([folder, before].map((path) => openTree({ path, threads: 0 }, deps)));
  const [head, base] = await open();
  const [wholeHead, wholeBase] = await open();
  if (!head || !base || !wholeHead || !wholeBase) throw new Error('no trees');
  const lazy = await scannedLazily(head, base, differences);
  const eager = await scanVersions(
    await surveyOpened(wholeHead),
    await surveyOpened(wholeBase),
    differences,
  );
  expect(found(lazy.head)).toEqual(found(eager.head));
  expect(found(lazy.base)).toEqual(found(eager.base));
  const surveyed = lazy.head.knowledge?.names.map(({ file }) => file);
  expect(surveyed).toEqual(['buf.h', 'make.c', 'through-macro.c']);
});

function found({ candidates }: ScanOutcome) {
  return candidates.map(({ gid: _, ...one }) => one);
}

/** Both ways of scanning two versions: what is found in the head, and which files were surveyed. */
async function scannedBothWays(files: Record<string, string>, change: Record<string, string>) {
  const folder = gitRepository(files);
  const before = temporaryFolder(files);
  addFiles(folder, change);
  const differences = await (await openRepository(folder)).differences('main');
  const open = (path: string) => openTree({ path, threads: 0 }, deps);
  const lazy = await scannedLazily(await open(folder), await open(before), differences);
  const eager = await scanVersions(
    await surveyOpened(await open(folder)),
    await surveyOpened(await open(before)),
    differences,
  );
  const surveyed = lazy.head.knowledge?.names.map(({ file }) => file);
  return { lazy: lazy.head, eager: eager.head, surveyed };
}

test('the custom of callers that are not surveyed counts', async () => {
  const user = (name: string) =>
    `#include "item.h"\nint ${name}(int key) {\n  struct item *got = find(key);\n  return got->size;\n}\n`;
  const files = {
    'item.h': 'struct item { int key; int size; };\nstruct item *find(int key);\n',
    'item.c':
      '#include <stddef.h>\n#include "item.h"\nstatic struct item all[4];\nstruct item *find(int key) {\n  for (int i = 0; i < 4; i++)\n    if (all[i].key == key) return &all[i];\n  return NULL;\n}\n',
    'changed.c': user('changed').replace('return', 'if (got == 0) return 0;\n  return'),
    ...Object.fromEntries(['one', 'two', 'three'].map((name) => [`${name}.c`, user(name)])),
  };
  const { lazy, eager, surveyed } = await scannedBothWays(files, { 'changed.c': user('changed') });
  expect(found(lazy)).toEqual(found(eager));
  expect(surveyed).toContain('item.c');
  expect(surveyed).not.toContain('one.c');
  const alone = Object.fromEntries(Object.entries(files).slice(0, 3));
  const { lazy: withoutCustom } = await scannedBothWays(alone, { 'changed.c': user('changed') });
  expect(found(withoutCustom)).not.toEqual(found(lazy));
});

test('a field that is given untrusted text by its place in an initialiser', async () => {
  const files = {
    'job.h': 'struct job { int size; const char *name; };\nvoid start(const struct job *job);\n',
    'run.c': '#include "job.h"\nvoid start(const struct job *job) {\n  (void) job;\n}\n',
    'read.c':
      '#include <stdlib.h>\n#include "job.h"\nvoid begin(int size) {\n  struct job job = { size, getenv("JOB") };\n  keep(&job);\n}\n',
  };
  const runs =
    '#include <string.h>\n#include "job.h"\nvoid start(const struct job *job) {\n  char text[8];\n  strcpy(text, job->name);\n}\n';
  const { lazy, eager, surveyed } = await scannedBothWays(files, { 'run.c': runs });
  expect(found(lazy)).toEqual(found(eager));
  expect(surveyed).toContain('read.c');
});

test('an include that leads to nowhere is named, also in a file that is not surveyed', async () => {
  const files = {
    'one.c': '#include "nowhere.h"\nint one(void) {\n  return 1;\n}\n',
    'two.c': 'int two(void) {\n  return 2;\n}\n',
  };
  const { lazy, eager } = await scannedBothWays(files, {
    'two.c': 'int two(void) {\n  return 3;\n}\n',
  });
  expect(lazy.skips).toEqual(eager.skips);
  expect(lazy.skips.map(({ reason }) => reason)).toEqual([expect.stringContaining('nowhere.h')]);
});

test('files that nothing can come from are not surveyed', async () => {
  const files = {
    'rec.h':
      'struct rec { int count; char *name; };\nint idle(void);\nint run(struct rec *rec);\\n',
    'run.c':
      '#include "rec.h"\nchar *common;\nint idle(void) {\n  return 1;\n}\nvoid stop(const char *text) {\n  (void) text;\n}\nint run(struct rec *rec) {\n  char *first = common;\n  return rec->count + rec->name[0] + first[0];\n}\n',
    'count.c': '#include "rec.h"\nvoid c(struct rec *r, int n) {\n  r->count = n;\n}\n',
    'idle.c': '#include "rec.h"\nint i(void) {\n  return idle();\n}\n',
    'stop.c': 'void stop(const char *t) {\n  (void) t;\n}\nvoid s(void) {\n  stop("s");\n}\n',
    'common.c': 'int d(char *common) {\n  return *common;\n}\n',
    'name.c': '#include "rec.h"\nvoid m(struct rec *r, char *n) {\n  r->name = n;\n}\n',
    'calls.c': 'void stop(const char *t);\nvoid k(char *t) {\n  stop(t);\n}\n',
    'fills.c': 'void f(char *t) {\n  extern char *common;\n  common = t;\n}\n',
  };
  const change = { 'run.c': files['run.c'].replace('return rec', 'return 1 + rec') };
  const { lazy, eager, surveyed } = await scannedBothWays(files, change);
  expect(found(lazy)).toEqual(found(eager));
  // `stop` is called by a file that does not define it, so that all that define it are known.
  expect(surveyed).toEqual(['calls.c', 'fills.c', 'name.c', 'rec.h', 'run.c', 'stop.c']);
  // A report shows ways of calls through files that were not surveyed.
  const outlines = lazy.files.find(({ file }) => file === 'idle.c')?.functions;
  expect(outlines).toMatchObject([{ name: 'i', calls: ['idle'], fieldCalls: [] }]);
  const { surveyed: withoutCalls } = await scannedBothWays(
    Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'calls.c')),
    change,
  );
  expect(withoutCalls).toEqual(['fills.c', 'name.c', 'rec.h', 'run.c']);
});

test('nothing is said where what one of the versions tells is not known', async () => {
  const folder = gitRepository(FILES);
  const before = temporaryFolder(FILES);
  addFiles(folder, { 'make.c': FREES });
  const differences = await (await openRepository(folder)).differences('main');
  const over = new Deadline(0.000_001);
  while (!over.isOver);
  const head = await openTree({ path: folder, threads: 0 }, deps);
  const late = await openTree({ path: before, threads: 0, deadline: over }, deps);
  expect(await scanLazily(head, late, differences)).toBeUndefined();
});
