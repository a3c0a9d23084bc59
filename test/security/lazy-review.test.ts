import { expect, test } from '@jest/globals';
import { type Grammars, loadGrammars } from '../../src/code/syntax/grammar.ts';
import { RULES } from '../../src/rules/index.ts';
import { runSecurity } from '../../src/security/pipeline.ts';
import { Deadline } from '../../src/workspace/process/deadline.ts';
import { gitRepository } from '../support/git-repository.ts';
import { addFiles } from '../support/temporary-folder.ts';

const APART = '/* far away */\nint far_away(void) { return 1; }\n';
const FILES = {
  'copy.c': '#include <string.h>\nvoid copy(void) { char to[5]; strcpy(to, "four"); }\n',
  'use.c': 'void copy(void);\nvoid use(void) { copy(); }\n',
  'apart.c': APART,
};

/** Files that make a tree a large one, and cost nothing. */
const LARGE = { 'large.c': `/*${`${' '.repeat(900)}\n`.repeat(3500)}*/\nint large;\n` };

/** The texts that a review of a change has parsed, and what it introduces. */
async function reviewed(files: Record<string, string>, whole: boolean, deadline?: Deadline) {
  const folder = gitRepository(files);
  addFiles(folder, { 'copy.c': FILES['copy.c'].replace('four', 'seven') });
  const own = loadGrammars();
  const parsed = new Set<string>();
  const grammars: Grammars = {
    parser: own.parser,
    tree: async (language, text) => {
      parsed.add(text);
      return await own.tree(language, text);
    },
  };
  const request = {
    scan: { path: folder, threads: 0, ...(deadline && { deadline }) },
    ...{ base: 'main', whole, includeExisting: false, minConfidence: 0.4, failOn: 'high' as const },
    ...{ state: 'none' as const, version: '1.2.3' },
  };
  const threadScript = new URL('absent.ts', import.meta.url);
  const deps = { rules: RULES, grammars, threadScript, onWarning: () => undefined };
  const { candidates, verdict, notice } = await runSecurity(request, deps);
  const introduced = candidates.map(({ file, pattern }) => [file, pattern]);
  return { isWhole: parsed.has(APART), introduced, verdict, notice };
}

test('a review of a large tree does not parse what the change does not reach, unless it is to be whole', async () => {
  const { isWhole, ...lazy } = await reviewed({ ...FILES, ...LARGE }, false);
  expect(isWhole).toBe(false);
  const { isWhole: isAll, ...whole } = await reviewed({ ...FILES, ...LARGE }, true);
  expect(isAll).toBe(true);
  expect(lazy).toEqual(whole);
  expect(lazy.introduced).toContainEqual(['copy.c', expect.any(String)]);
});

test('one of a small tree parses all of it', async () => {
  const { isWhole } = await reviewed(FILES, false);
  expect(isWhole).toBe(true);
});

test('so does one that has a limit of time, which both versions have to share', async () => {
  const { isWhole } = await reviewed({ ...FILES, ...LARGE }, false, new Deadline(600));
  expect(isWhole).toBe(true);
});
