import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { startRustward } from '../../support/command-line.ts';
import { git } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { tallyProject } from '../../support/tally-run.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

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

  test('names the C that does not compile, and goes on with the rest', async () => {
    const project = tallyProject();
    addFiles(project, { 'broken.c': 'int broken(int a) { return a +; }\n' });
    const dry = () => startRustward(['migrate', 'run', project, '--dry-run'], process.env);
    expect(await dry()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^clamp +tally\.c:5 +waiting$/m),
      stderr: expect.stringMatching(/warning: broken\.c: .*expected expression/),
    });
    writeFileSync(join(project, 'tally.c'), '#include "nowhere.h"\n');
    expect(await dry()).toEqual({
      ...{ status: 3, stdout: '' },
      stderr: expect.stringMatching(/rustward: none of 2 C files could be read; .*\n$/),
    });
  });

  test('names hostile flags of compile_commands.json, which do nothing', async () => {
    const project = tallyProject();
    const flags = ['-fplugin=./evil.so', '-wrapper', 'touch,touched', '-include', '/etc/passwd'];
    const command = { directory: project, file: 'tally.c', arguments: ['cc', ...flags, 'tally.c'] };
    addFiles(project, { 'compile_commands.json': JSON.stringify([command]) });
    const { PATH, HOME } = process.env;
    const server = await modelServer((request) => ({
      ...{ kind: 'answer', content: goodAnswer(askedOf(request)) },
    }));
    const run = await startRustward(['migrate', 'run', project, '--only', 'clamp'], {
      ...{ ...modelEnvironment(server), PATH, HOME },
    });
    expect(run).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^clamp .* migrated .* same as the C on \d+ inputs/m),
      stderr: expect.stringContaining(
        'warning: tally.c: not given to clang: -fplugin=./evil.so -wrapper touch,touched -include /etc/passwd',
      ),
    });
    expect(git(project, 'status', '--porcelain')).toBe('?? compile_commands.json\n');
  }, 60_000);

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
