import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { linkCommit } from '../../../src/github/isolated-worker/run-migration-task.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { EQUAL } from '../../support/mapped-project.ts';
import { BRANCH, gated, larger, runner } from '../migrate/gate/gated.ts';

const CHECK = `#include <stdio.h>
unsigned larger(unsigned a, unsigned b);
int main(void) {
    if (larger(2, 3) != 3 || larger(5, 4) != 5) { printf("larger is not as it was: @ada \`\`\`\\n"); return 1; }
    return 0;
}
`;
const MAKEFILE = `check: check.c src/larger.c
	$(CC) -o $@ check.c src/larger.c
`;
const TESTS = { 'check.c': CHECK, Makefile: `${MAKEFILE}\ntest: check\n\t./check\n` };

(runner === undefined ? describe.skip : withClang)('the tests of a C program', () => {
  // The reader, clang, cargo, make and a C compiler run for real.
  test('call the Rust of a pull request, and say what it breaks', async () => {
    expect(clangHere().clang.program).not.toBe('');
    const it = await gated({ files: TESTS, evidence: EQUAL, link: linkCommit });
    const { propose, settle, linkOf, github, deps } = it;
    const { head } = await propose('a.max(b)');
    await settle();
    expect(await linkOf(head)).toMatchObject({
      ...{
        conclusion: 'success',
        title: 'The tests of the C program pass with 1 function in Rust',
      },
      summary: 'The C program called these in Rust, and its tests passed:\n\n- `larger`',
    });

    const wrong = await github.commit('ada/demo', BRANCH, larger('a.min(b)'));
    await settle();
    const said = await linkOf(wrong);
    expect(said).toMatchObject({
      conclusion: 'failure',
      title: 'The tests of the C program fail with 1 function in Rust',
    });
    expect(said?.summary).toContain(
      '`larger`\n\n````\nthe tests fail with it: larger is not as it was: @ada ```\n````\n',
    );

    const without = await github.commit('ada/demo', BRANCH, { Makefile: MAKEFILE });
    await settle();
    const nothing = await linkOf(without);
    expect(nothing).toMatchObject({
      conclusion: 'neutral',
      title: 'The C program could not be tested with the Rust',
      summary: expect.stringContaining('without any Rust, make test failed with status 2'),
    });
    expect(readdirSync(`${deps.dataFolder}/work`)).toEqual([]);
  }, 300_000);
});
