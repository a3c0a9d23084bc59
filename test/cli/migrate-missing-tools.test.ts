import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findProgram } from '../../src/workspace/sandbox/find-program.ts';
import { modelServer } from '../fakes/model-server.ts';
import { withClang } from '../support/clang.ts';
import { startRustward } from '../support/command-line.ts';
import { git } from '../support/git-repository.ts';
import { modelEnvironment } from '../support/model-environment.ts';
import { askedOf, goodAnswer } from '../support/tally-answers.ts';
import { tallyProject } from '../support/tally-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Programs of the system are in every sandbox: what is there cannot be missing. */
const hasSystemCargo = ['/usr/bin/cargo', '/usr/local/bin/cargo', '/bin/cargo'].some(existsSync);
const withoutCargo = hasSystemCargo ? describe.skip : describe;

/** A folder with nothing but these programs. */
function programs(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    const program = findProgram(name);
    if (program !== undefined) symlinkSync(program, join(folder, name));
  }
  return folder;
}

/** Runs it with these programs, and a model that makes no mistake. */
async function run(PATH: string) {
  const project = tallyProject();
  const server = await modelServer((request) => ({
    ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
  }));
  const env = { ...modelEnvironment(server), HOME: process.env['HOME'], PATH };
  const ended = await startRustward(['migrate', 'run', project], env);
  const changed = git(project, 'status', '--porcelain', '--', 'rust', '*.c', '*.h');
  const commits = git(project, 'rev-list', '--count', 'HEAD').trim();
  return { ...ended, asked: server.requests.length, changed, commits };
}

const UNTOUCHED = { status: 3, stdout: '', asked: 0, changed: '', commits: '1' };

withClang('rustward migrate run', () => {
  test('without clang says so, asks nobody, and changes nothing', async () => {
    expect(await run(programs('bwrap', 'git'))).toEqual({
      ...UNTOUCHED,
      stderr: expect.stringMatching(
        /^rustward: reading the C\nrustward: C code cannot be read: there is no clang\..*install clang.*\n$/,
      ),
    });
  });

  withoutCargo('where the system has no Rust', () => {
    test('without cargo says so, asks nobody, and changes nothing', async () => {
      expect(await run(programs('bwrap', 'git', 'clang'))).toEqual({
        ...UNTOUCHED,
        stderr: expect.stringMatching(
          /^rustward: reading the C\nrustward: Rust cannot be built here: .*cargo.*not found.*rustup.*\n$/,
        ),
      });
    });
  });
});
