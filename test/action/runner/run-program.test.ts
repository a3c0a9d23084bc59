import { afterEach, expect, jest, test } from '@jest/globals';
import { runProgram } from '../../../action/runner/run-program.ts';
import { IncompleteError } from '../../../src/errors.ts';
import { gitEnvironment } from '../../../src/workspace/git/git-environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { PATH } = process.env;

afterEach(() => {
  process.env['PATH'] = PATH;
});

test('arguments reach the program as they are, and nothing of it is printed', async () => {
  const write = jest.spyOn(process.stdout, 'write');
  const folder = temporaryFolder();
  const args = ['rev-parse', '--sq-quote', '::error::a "b" $HOME', 'c'];
  const { exitCode, stdout } = await runProgram('git', args, { folder, env: gitEnvironment([]) });
  expect([exitCode, stdout.trim()]).toEqual([0, `'::error::a "b" $HOME' 'c'`]);
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

test('a program that fails tells its exit code and why', async () => {
  const folder = temporaryFolder();
  const ran = await runProgram('git', ['rev-parse', '--verify', 'HEAD'], {
    ...{ folder, env: gitEnvironment([]) },
  });
  expect(ran.exitCode).toBe(128);
  expect(ran.stderr).toContain('fatal: ');
});

test('its environment is the one that is given', async () => {
  process.env['INPUT_TOKEN'] = 'ghs_secret';
  const env = { ...gitEnvironment([]), GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'alias.show-env' };
  const folder = temporaryFolder();
  const shown = await runProgram('git', ['show-env'], {
    ...{ folder, env: { ...env, GIT_CONFIG_VALUE_0: '!env; echo the end' } },
  });
  delete process.env['INPUT_TOKEN'];
  expect(shown.stdout).toContain('GIT_TERMINAL_PROMPT=0');
  expect(shown.stdout).not.toContain('ghs_secret');
  expect(shown.stdout.trimEnd().endsWith('the end')).toBe(true);
});

test('a program that is not installed is said to be missing', async () => {
  process.env['PATH'] = temporaryFolder();
  const ran = runProgram('git', ['--version'], { folder: '/', env: {} });
  await expect(ran).rejects.toThrow(IncompleteError);
  await expect(ran).rejects.toThrow(/^git could not be started: .*git/);
});
