import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { type ScanOutcome, scan } from '../../../src/security/scan/scan.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DEPS = {
  rules: RULES,
  grammars: loadGrammars(),
  threadScript: new URL('../../../src/security/scan/scan-thread.ts', import.meta.url),
};

/** Labels that any other may jump to, with an access to an array behind each. */
function labels(count: number): string {
  const next = randomNumbers(7);
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `L${at}: a[(i + ${at}) & 63] = v[j]; if (s[i] == ${at % 100}) goto L${Math.floor(next() * count)};\n`,
  );
  return `int f(int *v, char *s) {\n  int a[64]; int i = 0, j = 1;\n${lines.join('')}  return a[i & 63];\n}\n`;
}

/** Loops in loops, each over what the one around it counts. */
function nested(depth: number): string {
  const heads = Array.from(
    { length: depth },
    (_, at) =>
      `for (int i${at + 1} = i${at}; i${at + 1} < n; i${at + 1}++) { v[i${at}] = s[i${at + 1}];\n`,
  );
  return `int f(int *v, int n, char *s) { int i0 = 0;\n${heads.join('')}${'}'.repeat(depth)}\nreturn 0; }\n`;
}

/** Jumps among blocks that come by memory and give it back, in 10 KB. */
function jumpsWithMemory(): string {
  const next = randomNumbers(3);
  const lines = Array.from({ length: 75 }, (_, at) => {
    const [own, other] = [at % 4, (at * 7 + 1) % 4].map((index) => 'abcd'.charAt(index));
    const to = Math.floor(next() * 75);
    return (
      `L${at}: if (s[i] == ${at}) { ${own} = malloc(n + i); i += j; } else if (n > ${at}) free(${other});\n` +
      `  if (${own}) ${own}[i] = t[j][i]; strcpy(x, ${other}); if (n-- > j) goto L${to};\n`
    );
  });
  return `void f(char **t, int n, char *s) {\n  char *a = 0, *b = 0, *c = 0, *d = 0; int i = 0, j = 1; char x[16];\n${lines.join('')}}\n`;
}

const HARD: readonly [string, string][] = [
  ['2,500 labels', labels(2_500)],
  ['deep nesting', nested(100)],
  ['jumps with memory', jumpsWithMemory()],
];

async function scanOf(text: string, threads: number): Promise<ScanOutcome> {
  return await scan({ path: temporaryFolder({ 'hard.c': text }), threads }, DEPS);
}

test.each(HARD)(
  '%s: the scan stops at its steps, says what it left, and the same in threads',
  async (_, text) => {
    const here = await scanOf(text, 0);
    const threads = await scanOf(text, 2);
    expect(threads.candidates).toEqual(here.candidates);
    expect(threads.skips).toEqual(here.skips);
    expect(here.skips).toEqual([
      expect.objectContaining({
        failed: true,
        reason: expect.stringMatching(/^function `f` at line 1 takes more steps than are allowed/),
      }),
    ]);
  },
  240_000,
);

test.each([0, 2])(
  'the next file goes on where one takes too long (%d threads)',
  async (threads) => {
    const small = 'void f(char *s) { char b[4]; gets(b); }\n';
    const path = temporaryFolder({ 'hard.c': labels(6_000), 'small.c': small });
    const timeLimit = 2_000;
    const { skips, candidates } = await scan({ path, threads, timeLimit }, DEPS);
    expect(skips).toContainEqual({
      file: 'hard.c',
      reason: `the analysis failed: took longer than ${timeLimit / 1000} seconds`,
      failed: true,
    });
    expect(candidates.map(({ file }) => file)).toContain('small.c');
  },
  120_000,
);
