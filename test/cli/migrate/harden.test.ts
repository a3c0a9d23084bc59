import { expect, test } from '@jest/globals';
import { modelServer } from '../../fakes/model-server.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { rustward, startRustward } from '../../support/command-line.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import {
  edit,
  fixAnswer,
  GREETING_PROJECT,
  MENDED,
  STRCPY,
} from '../../support/greeting-project.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

inSandbox('rustward migrate harden', () => {
  test('fixes what the scan finds, and says what that has come to', async () => {
    const root = gitRepository(GREETING_PROJECT);
    const replies = [edit('greet.c', STRCPY, MENDED), fixAnswer(true, 'the copy is bounded')];
    const server = await modelServer(replies);
    const env = { PATH: process.env['PATH'], ...modelEnvironment(server) };
    const { status, stdout, stderr } = await startRustward(['migrate', 'harden', root], env);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/rustward: all +2 calls/)]);
    const ended = stdout.slice(stdout.indexOf('\nscore ')).trim().split('\n');
    expect(ended).toEqual([
      expect.stringMatching(
        /^score 2\.\d\d at the start \(1 candidate\), 0\.00 now \(0\): 100 % down$/,
      ),
      '1 fixed now, 1 in all, on the branch rustward/harden',
    ]);
    expect(git(root, 'show', 'rustward/harden:greet.c')).toContain(MENDED);
    expect(git(root, 'diff', '--name-only')).toBe('');
  });
});

test('a dry run lists, and without a model one line says what it takes', () => {
  const root = gitRepository(GREETING_PROJECT);
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder({}) };
  const dry = rustward(['migrate', 'harden', '--dry-run', root], root, env);
  expect([dry.status, dry.stdout.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(/^to try {3}unsafe_api at greet\.c:8, score 2\.\d\d$/),
  ]);
  const { status, stdout, stderr } = rustward(['migrate', 'harden', root], root, env);
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^rustward: hardening takes a language model, and there is none: .+\n$/);
});
