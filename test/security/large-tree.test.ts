import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { RULES } from '../../src/rules/index.ts';
import { runSecurity } from '../../src/security/pipeline.ts';
import { PRINTERS } from '../../src/security/printers/printers.ts';
import type { SecurityRequest } from '../../src/security/security-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SOURCE = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int shortened(void) { char word[4]; strcpy(word, "longer than it"); return word[0]; }
void start(const char *order) { system(order); }
int main(int argc, char **argv) {
  char line[8];
  if (argc > 1) start(argv[1]);
  gets(line);
  printf(getenv("GREETING"));
  return shortened();
}
`;

/** Declarations that have nothing to do with it. */
const LONG = Array.from({ length: 20_000 }, (_, at) => `int word_${at};\n`).join('');

async function run(files: Record<string, string>, changes: Partial<SecurityRequest> = {}) {
  return await runSecurity(
    {
      scan: { path: temporaryFolder(files), threads: 0 },
      includeExisting: false,
      minConfidence: 0.4,
      failOn: 'high',
      state: 'none',
      version: '1.2.3',
      ...changes,
    },
    {
      rules: RULES,
      grammars: loadGrammars(),
      threadScript: new URL('absent.ts', import.meta.url),
      onWarning: () => undefined,
    },
  );
}

const severities = ({ candidates }: Awaited<ReturnType<typeof run>>) =>
  candidates.map(({ line, pattern, severity }) => `${line} ${pattern} ${severity}`);

test('what happens for certain is as severe, however much other code lies around it', async () => {
  const small = await run({ 'main.c': SOURCE });
  const large = await run({ 'main.c': SOURCE, 'words.c': LONG });
  const isHigh = (line: string) => line.endsWith(' high');
  expect(severities(small).filter(isHigh)).toEqual([
    '4 unsafe_api high',
    '5 command_exec high',
    '9 unsafe_api high',
    '10 format_string high',
  ]);
  expect(severities(large).filter(isHigh)).toEqual(severities(small).filter(isHigh));
  expect([small.verdict, large.verdict]).toEqual(['findings', 'findings']);
});

test('what is ranked lower for the size of the tree is counted, and an option rates it as in a small one', async () => {
  const files = { 'main.c': SOURCE, 'words.c': LONG };
  const [small, large, asNew] = [
    await run({ 'main.c': SOURCE }),
    await run(files),
    await run(files, { rateAsNew: true }),
  ];
  expect(small.summary.ranked_lower).toBeUndefined();
  expect(large.summary.ranked_lower).toBe(1);
  const lowered = large.candidates.filter((one) => one.severity_in_small_tree !== undefined);
  expect(lowered).toMatchObject([
    { pattern: 'getenv_unchecked', severity: 'low', severity_in_small_tree: 'medium' },
  ]);
  for (const print of [PRINTERS.markdown, PRINTERS.html]) {
    expect(print(large)).toContain('ranked lower for the size of the tree; --rate-as-new');
    expect(print(asNew)).not.toContain('ranked lower');
  }
  expect(severities(asNew)).toEqual(severities(small));
});

test('a severity that the configuration allows at most is not one that the size of the tree took', async () => {
  const settings = [{ folder: '', rules: { getenv_unchecked: 'low' as const } }];
  const large = await run({ 'main.c': SOURCE, 'words.c': LONG }, { findingSettings: settings });
  expect(large.summary.ranked_lower).toBeUndefined();
});
