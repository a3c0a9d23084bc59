import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fixTargets } from '../../../src/cli/review/fix-targets.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { rustward, startRustward } from '../../support/command-line.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import {
  edit,
  fixAnswer,
  GREET,
  GREETING_PROJECT,
  MENDED,
  type ScriptedReplies,
  STRCPY,
} from '../../support/greeting-project.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const REPLIES = [edit('greet.c', STRCPY, MENDED), fixAnswer(true, 'the copy is bounded')];

/** Runs `rustward fix` in a folder, with a model that answers as scripted. */
async function fix(root: string, args: readonly string[], replies: ScriptedReplies = REPLIES) {
  const server = await modelServer(replies);
  const env = { PATH: process.env['PATH'], ...modelEnvironment(server) };
  const run = await startRustward(['fix', ...args, '--no-cache'], env, () => undefined, root);
  return { ...run, asked: server.requests.length };
}

inSandbox('rustward fix', () => {
  test('a finding by the name that explain takes: shown, then kept, with what hangs on it', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const name = /^(C[0-9a-f]{6}) \(1\)/.exec(rustward(['explain', '1', root]).stdout)?.[1] ?? '';
    const shown = await fix(root, [name.slice(0, 4), '.', '--dry-run']);
    expect(shown.status).toBe(0);
    expect(shown.stdout).toContain('  shown only: nothing was written');
    expect(git(root, 'status', '--porcelain')).toBe('');
    const { status, stdout, stderr } = await fix(root, [name]);
    expect(stdout).toBe(
      [
        `${name} (1): unsafe_api at greet.c:8`,
        '  the copy is bounded',
        '  built: yes, make',
        '  tested: yes, make test',
        '  new warnings of the compiler: none',
        '  scanned again: the finding is gone, and none of its rank has come',
        '  impact: 1 line added, 1 deleted; risk low: signatures stay, the tests pass, and at most 1 function calls what is changed',
        '    greet (greet.c): another body; called by main (main.c); tests that reach it: none',
        '',
        '--- a/greet.c',
        '+++ b/greet.c',
        '@@ -5,6 +5,6 @@',
        ' void greet(const char *name)',
        ' {',
        '     char text[16];',
        `-${STRCPY.trimEnd()}`,
        `+${MENDED.trimEnd()}`,
        '     puts(text);',
        ' }',
        '',
        '  kept, not committed; git restore greet.c takes it back',
        '',
        '1 finding: 1 kept',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
    expect(stderr).toContain(`rustward: fixing ${name} at greet.c:8`);
    expect(stderr).toMatch(/rustward: all +2 calls/);
    expect(git(root, 'status', '--porcelain').trim()).toBe('M greet.c');
    // What is fixed already is nothing to fix, and asks nobody.
    expect(await fix(root, ['greet.c'])).toMatchObject({
      status: 0,
      stdout: 'nothing to fix\n',
      asked: 0,
    });
  });

  test('without a name, the gravest of a file; what does not hold leaves the tree as it is', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const { status, stdout } = await fix(
      root,
      ['greet.c'],
      [fixAnswer(false, 'it takes\u001b[31m a redesign')],
    );
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(
        /at greet\.c:8\n {2}no fix: it takes\S+ a redesign\n\n1 finding: 1 without a fix\n$/,
      ),
    ]);
    expect(stdout).not.toContain('\u001b');
    expect(git(root, 'status', '--porcelain')).toBe('');
    expect(await fix(root, ['main.c'], [])).toMatchObject({
      status: 0,
      stdout: 'nothing to fix\n',
    });
  });

  test('work that is not committed is refused, and stays', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const mine = `${GREET}/* mine */\n`;
    writeFileSync(join(root, 'greet.c'), mine);
    const { status, stderr, asked } = await fix(root, ['1']);
    expect([status, asked]).toEqual([2, 0]);
    expect(stderr).toContain('rustward: greet.c has changes that are not committed');
    expect(readFileSync(join(root, 'greet.c'), 'utf8')).toBe(mine);
    // To see what a fix would be costs nobody anything.
    expect((await fix(root, ['1', '--dry-run'])).stdout).toContain('shown only');
    expect(readFileSync(join(root, 'greet.c'), 'utf8')).toBe(mine);
  });

  test('a tree that no git knows is only shown what would be done', async () => {
    const root = temporaryFolder(GREETING_PROJECT);
    const { status, stderr } = await fix(root, ['1']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is in no git work tree')]);
    expect((await fix(root, ['1', '--dry-run'])).status).toBe(0);
    expect(readFileSync(join(root, 'greet.c'), 'utf8')).toBe(GREET);
  });

  test('a server that breaks off ends the run, and says so', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const { status, stderr } = await fix(root, ['1'], [{ kind: 'status', status: 500 }]);
    expect(status).toBe(3);
    expect(stderr).toMatch(/rustward: .*500/);
    expect(git(root, 'status', '--porcelain')).toBe('');
  });
});

test('without a model one line says what it takes', () => {
  const root = gitRepository(GREETING_PROJECT);
  const home = temporaryFolder({});
  const { status, stdout, stderr } = rustward(['fix', '1'], root, {
    PATH: process.env['PATH'],
    HOME: home,
  });
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^rustward: a fix takes a language model, and there is none: .+\n$/);
});

describe('what is meant', () => {
  const here = import.meta.dirname;

  test.each([
    [[], { tree: '.', names: [], file: undefined }],
    [['C7f50a0', '12', 'r9'], { tree: '.', names: ['C7f50a0', '12', 'r9'], file: undefined }],
    [['C7f5', here], { tree: here, names: ['C7f5'], file: undefined }],
    [['src/cli.ts'], { tree: '.', names: [], file: 'src/cli.ts' }],
  ])('%j', (what, meant) => {
    expect(fixTargets(what)).toEqual(meant);
  });

  test.each([
    [[here, 'C7f5'], 'name findings first'],
    [['no/such'], 'no/such'],
  ])('%j is refused', (what, why) => {
    expect(() => fixTargets(what)).toThrow(why);
  });

  test('a file elsewhere is refused: nobody says what it is built with', () => {
    const other = join(temporaryFolder({ 'c/a.c': '' }), 'c/a.c');
    expect(() => fixTargets([other])).toThrow('is not below this folder');
  });
});
