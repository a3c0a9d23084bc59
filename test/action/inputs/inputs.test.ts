import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseInputs } from '../../../action/inputs/inputs.ts';
import { loadJob } from '../../../action/runner/job.ts';
import { UsageError } from '../../../src/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NAMES = [
  ...['mode', 'path', 'languages', 'config', 'base-ref', 'baseline', 'only-new', 'fail-on'],
  ...['fail-on-inconclusive', 'exclude', 'model-base-url', 'max-cost', 'max-minutes', 'shard'],
  ...[
    'report-file',
    'import-sarif',
    'upload-sarif',
    'comment',
    'max-comments',
    'reports',
    'token',
    'rules',
    'tool-servers',
  ],
  ...['define', 'undefine', 'include', 'target', 'compile-commands'],
  ...['functions', 'skip-functions', 'max-functions', 'crate', 'pull-requests'],
];

function clear(): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('INPUT_')) delete process.env[name];
  }
}

afterEach(clear);

/** What is thrown is a UsageError on one line; anything else is thrown on. */
function tried<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    expect(thrown.message).not.toMatch(/[\n\r]/);
    return undefined;
  }
}

test('whatever the inputs, they are read or refused on one line', () => {
  const word = fc.constantFrom(
    ...['', 'true', 'review', 'scan', 'report', 'migrate', 'high', '1/3', '7', 'auto', 'f\ng'],
  );
  // The environment holds no such character.
  const text = fc.string({ unit: 'grapheme' }).map((given) => given.replaceAll('\0', ''));
  const given = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(word, text));
  fc.assert(
    fc.property(given, (inputs) => {
      clear();
      for (const [name, value] of Object.entries(inputs)) {
        process.env[`INPUT_${name.toUpperCase()}`] = value;
      }
      const read = tried(parseInputs);
      if (read?.shard !== undefined) expect(read.shard.index).toBeLessThanOrEqual(read.shard.count);
      if (read?.onlyNew === true) expect(read.baseline).toBeDefined();
      if (read?.comment === true) expect(read.token).toBeDefined();
      if (read?.mode === 'migrate' && read.migration.pullRequests) {
        expect(read.token).toBeDefined();
      }
      const names = read?.migration.functions ?? [];
      for (const { name } of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);
      if (names.length > 0) expect(read?.mode).toBe('migrate');
    }),
  );
});

test('without any input all of them have their default', () => {
  expect(parseInputs()).toMatchObject({
    ...{ mode: 'review', path: '.', onlyNew: false, failOnInconclusive: true, comment: false },
    ...{ failOn: undefined, languages: undefined, exclude: [], reportFiles: [], shard: undefined },
    migration: {
      functions: [],
      skipped: [],
      maxFunctions: 1,
      crate: undefined,
      pullRequests: true,
    },
  });
});

test('the build is what the workflow says of it', () => {
  process.env['INPUT_DEFINE'] = 'A\nB=2\n';
  process.env['INPUT_INCLUDE'] = 'inc';
  process.env['INPUT_COMPILE-COMMANDS'] = 'none';
  expect(parseInputs().build).toEqual({
    ...{ define: ['A', 'B=2'], undefine: [], include: ['inc'], target: undefined },
    compileCommands: ['none'],
  });
});

test('whatever the event, it is read or refused on one line', () => {
  const folder = temporaryFolder();
  const event = join(folder, 'event.json');
  const env = {
    ...{ GITHUB_WORKSPACE: folder, GITHUB_EVENT_NAME: 'pull_request', RUNNER_TEMP: folder },
    GITHUB_EVENT_PATH: event,
  };
  const keys = fc.constantFrom('pull_request', 'head', 'base', 'repo', 'sha', 'repository', 'id');
  const json = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, 0, 1, 'x', 'f'.repeat(40)),
      fc.dictionary(keys, tie('node')),
    ),
  })).node;
  fc.assert(
    fc.property(json, (value) => {
      writeFileSync(event, JSON.stringify(value));
      const job = tried(() => loadJob(env));
      if (job?.change !== undefined) expect(job.change.head).toMatch(/^[0-9a-f]{40}$/);
    }),
  );
});

test.each([
  ['of the repository itself', 7, 'ada', false],
  ['of a fork', 8, 'eve', true],
  ['of a fork that is gone', undefined, 'eve', true],
  ['of Dependabot', 7, 'dependabot[bot]', true],
])('a change %s', (_whose, id, login, isForeign) => {
  const sha = 'a'.repeat(40);
  const repo = { id: 7, name: 'demo', owner: { login: 'ada' } };
  const folder = temporaryFolder();
  const pull_request = {
    ...{ number: 1, user: { login }, base: { sha, repo } },
    head: { sha, repo: id === undefined ? null : { ...repo, id } },
  };
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ repository: repo, pull_request }));
  const { change } = loadJob({
    ...{ GITHUB_WORKSPACE: folder, GITHUB_EVENT_NAME: 'pull_request', RUNNER_TEMP: folder },
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
  });
  expect(change).toEqual({ pull: 1, head: sha, base: sha, isForeign });
});

test('the event of a schedule names no repository, and the runner does', () => {
  const folder = temporaryFolder({ 'event.json': '{"schedule":"37 4 * * 1"}' });
  const { repository } = loadJob({
    ...{ GITHUB_WORKSPACE: folder, GITHUB_EVENT_NAME: 'schedule', RUNNER_TEMP: folder },
    ...{ GITHUB_EVENT_PATH: join(folder, 'event.json'), GITHUB_REPOSITORY: 'ada/demo' },
    GITHUB_REPOSITORY_ID: '7',
  });
  expect(repository).toEqual({ id: 7, owner: 'ada', name: 'demo' });
});

test.each([
  ['true', 'on'],
  ['False', 'off'],
  ['auto', 'auto'],
  ['', undefined],
])('upload-sarif may be a flag: %j', (value, expected) => {
  process.env['INPUT_UPLOAD-SARIF'] = value;
  process.env['INPUT_MODE'] = 'scan';
  expect(parseInputs().uploadSarif).toBe(expected);
});
