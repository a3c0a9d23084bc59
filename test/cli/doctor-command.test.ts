import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { diagnose } from '../../src/cli/diagnose.ts';
import { doctorExitStatus } from '../../src/cli/readiness.ts';
import { loadAppManifest } from '../../src/github/registration/app-manifest.ts';
import { chat } from '../fakes/dialects/chat.ts';
import { modelServer, servedIn } from '../fakes/model-server.ts';
import type { Pages } from '../fakes/open-model-server.ts';
import type { Permissions } from '../in-memory-github/state/caller.ts';
import { appEnvironment, KEYS } from '../support/app-process.ts';
import { rustward } from '../support/command-line.ts';
import { openedGitHub } from '../support/opened-github.ts';
import { KEY } from '../support/served-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** An environment with nothing but these programs, each a script. */
function machine(programs: Readonly<Record<string, string>> = {}) {
  const files = Object.entries(programs).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`]);
  const folder = temporaryFolder(Object.fromEntries(files));
  for (const name of Object.keys(programs)) chmodSync(join(folder, name), 0o755);
  return { PATH: folder, HOME: temporaryFolder() };
}

function diagnosed(env: Readonly<Record<string, string>>, askModel = false) {
  return diagnose({ flags: {}, env, askModel, use: 'review' });
}

function named(diagnoses: Awaited<ReturnType<typeof diagnose>>, name: string) {
  return diagnoses.filter(({ what }) => what === name);
}

describe('doctor looks at programs', () => {
  test('what is there is named with its version and place', async () => {
    const env = machine({
      git: 'echo git version 2.50.1',
      clang: 'echo Debian clang version 19.1',
    });
    const found = await diagnosed(env);
    expect(named(found, 'git')).toEqual([
      { what: 'git', state: 'ok', found: `2.50.1 at ${join(env.PATH, 'git')}` },
    ]);
    expect(named(found, 'clang')[0]?.found).toContain('19.1 at');
    expect(named(found, 'node')[0]).toMatchObject({ state: 'ok', found: process.versions.node });
    expect(doctorExitStatus(found)).toBe(0);
  });

  test('what is missing is named with what it is for and how to get it', async () => {
    const found = await diagnosed(machine());
    expect(named(found, 'git')[0]).toMatchObject({
      state: 'failed',
      advice: 'install git (Debian, Ubuntu: sudo apt-get install git)',
    });
    expect(named(found, 'cargo')[0]).toMatchObject({
      state: 'missing',
      found: 'not on the PATH; only migrating C to Rust needs it',
    });
    expect(named(found, 'sandbox')[0]).toMatchObject({
      state: 'missing',
      advice: expect.stringContaining('bubblewrap'),
    });
    expect(doctorExitStatus(found)).toBe(3);
  });

  test('what does not work is not taken for what does', async () => {
    const found = await diagnosed(machine({ git: 'exit 1', cargo: 'echo hello' }));
    expect(named(found, 'git')[0]).toMatchObject({ state: 'failed' });
    expect(named(found, 'cargo')[0]?.found).toContain('it prints no version');
  });

  test('programs run where no repository can steer them', async () => {
    const found = await diagnosed(machine({ git: 'test "$PWD" = / && echo 1.2 || echo nowhere' }));
    expect(named(found, 'git')[0]).toMatchObject({ state: 'ok' });
  });
});

describe('doctor looks at models', () => {
  const git = { git: 'echo git version 2.50.1' };

  function served(baseUrl: string) {
    return {
      ...machine(git),
      RUSTWARD_MODEL_BASE_URL: baseUrl,
      RUSTWARD_MODEL_NAME: 'usual',
      RUSTWARD_MODEL_SMART: 'clever',
      RUSTWARD_MODEL_KEY: KEY,
      RUSTWARD_MODEL_PRICES: '1,2',
    };
  }

  test('none is fine, unless they are to be asked', async () => {
    const found = await diagnosed(machine(git));
    expect(named(found, 'models')[0]).toMatchObject({
      state: 'missing',
      found: expect.stringMatching(/^no model is configured: .*scans and reviews run without one$/),
    });
    expect(doctorExitStatus(found)).toBe(0);
    expect(doctorExitStatus(await diagnosed(machine(git), true))).toBe(3);
  });

  test('they are listed, and nobody is called', async () => {
    const server = await modelServer([]);
    const found = await diagnosed(served(server.baseUrl));
    expect(named(found, 'models')).toEqual([
      {
        ...{ what: 'models', state: 'ok' },
        found: 'group environment (cheap: usual; normal: usual; smart: clever)',
      },
    ]);
    expect([doctorExitStatus(found), server.requests.length]).toEqual([0, 0]);
  });

  test('asked, each answers once, or says why not, without the key', async () => {
    const server = await modelServer([
      { kind: 'answer', content: 'ready' },
      { kind: 'status', status: 401, message: `no such key: ${KEY}` },
    ]);
    const found = await diagnosed(served(server.baseUrl), true);
    expect(named(found, 'usual')).toEqual([
      { what: 'usual', state: 'ok', found: 'answers (120 tokens, $0.000140)' },
    ]);
    expect(named(found, 'clever')[0]).toMatchObject({
      state: 'failed',
      found: 'no model answered: clever answered 401: no such key: [redacted]',
    });
    expect([doctorExitStatus(found), server.requests.length]).toEqual([3, 2]);
  });

  describe('a server of one’s own that holds less than the window says is found out', () => {
    const FINE = { kind: 'answer', content: 'ready' } as const;
    const pagesOf = (tokens: number): readonly (readonly [string, Pages, string])[] => [
      [
        'Ollama',
        { '/api/ps': { models: [{ name: 'usual:latest', context_length: tokens }] } },
        'OLLAMA_CONTEXT_LENGTH=32000 ollama serve',
      ],
      [
        'llama.cpp',
        { '/props': { default_generation_settings: { n_ctx: tokens }, total_slots: 1 } },
        'llama-server --ctx-size 32000 --parallel 1',
      ],
    ];
    const own = (baseUrl: string) => ({
      ...machine(git),
      ...{ RUSTWARD_MODEL_BASE_URL: baseUrl, RUSTWARD_MODEL_NAME: 'usual' },
    });

    test.each(pagesOf(4096))('%s', async (_name, pages, remedy) => {
      const server = await servedIn(chat, [FINE], pages);
      const found = await diagnosed(own(server.baseUrl), true);
      expect(named(found, 'usual')).toEqual([
        {
          ...{ what: 'usual', state: 'failed' },
          found: 'answers, but its server holds 4096 tokens, and its window is 32000',
          advice: `start it with: ${remedy}, or set window: 4096`,
        },
      ]);
      expect(doctorExitStatus(found)).toBe(3);
    });

    test.each(pagesOf(32_000))('%s that holds enough is fine', async (_name, pages, _remedy) => {
      const server = await servedIn(chat, [FINE], pages);
      const found = await diagnosed(own(server.baseUrl), true);
      expect(named(found, 'usual')[0]?.found).toBe('answers (120 tokens, price unknown)');
    });

    test('what Ollama says of another model is not for this one', async () => {
      const pages = { '/api/ps': { models: [{ name: 'usual:7b', context_length: 512 }] } };
      const server = await servedIn(chat, [FINE], pages);
      expect(named(await diagnosed(own(server.baseUrl), true), 'usual')[0]?.state).toBe('ok');
    });
  });

  test('a cap holds for the question, too', async () => {
    const server = await modelServer([]);
    const env = { ...served(server.baseUrl), RUSTWARD_MODEL_MAX_TOKENS: '100' };
    expect(named(await diagnosed(env, true), 'usual')[0]).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('the cap of 100 tokens leaves no room'),
    });
    expect(server.requests).toEqual([]);
  });
});

describe('rustward doctor', () => {
  test('prints a line for each, and how to mend it', () => {
    const { status, stdout, stderr } = rustward(['doctor'], '/', {
      ...machine({ git: 'echo git version 2.50.1' }),
      RUSTWARD_MODEL_NAME: 'x',
    });
    expect([status, stderr]).toEqual([2, '']);
    expect(stdout).toMatch(/^ok {6}node {5}24\./);
    expect(stdout).toContain(
      'wrong   models   a model is named, but no provider; set RUSTWARD_MODEL_BASE_URL\n        -> docs/models.md explains it\n',
    );
  });

  test('as JSON, with exit status 0', () => {
    const env = machine({ git: 'echo git version 2.50.1' });
    const args = ['doctor', '--for', 'review', '--format', 'json'];
    const { status, stdout } = rustward(args, '/', env);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)[1]).toMatchObject({ what: 'git', state: 'ok' });
  });

  test.each([
    [
      [],
      1,
      [
        'ok      scan     ready',
        'ok      review   ready',
        'missing migrate  not ready: it needs clang, cargo, sandbox',
      ],
    ],
    [['--for', 'scan'], 0, ['ok      scan     ready']],
    [
      ['--for', 'migrate'],
      3,
      ['failed  migrate  not ready: it needs clang, cargo, sandbox, models', 'failed  cargo'],
    ],
  ])('%j tells what scans and reviews need from what migrating needs', (args, expected, lines) => {
    const env = machine({ git: 'echo git version 2.50.1' });
    const { status, stdout } = rustward(['doctor', ...args], '/', env);
    for (const line of lines) expect(stdout).toContain(line);
    expect(status).toBe(expected);
  });

  test('nothing but node: scans can be made, and reviews cannot', () => {
    expect(rustward(['doctor', '--for', 'scan'], '/', machine()).status).toBe(0);
    const { status, stdout } = rustward(['doctor'], '/', machine());
    expect([status, stdout]).toEqual([
      3,
      expect.stringContaining('failed  review   not ready: it needs git'),
    ]);
  });

  test.each([
    [['doctor', '--max-cost', '0'], 'Expected a number of dollars above 0'],
    [['doctor', '--max-tokens', '1.5'], 'Expected a whole number above 0'],
    [['doctor', '--format', 'xml'], 'Allowed choices are text, json'],
    [['doctor', '--for', 'migration'], 'Allowed choices are scan, review, migrate'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = rustward(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('doctor looks at the App, where it is configured', () => {
  const machineOf = (more: Readonly<Record<string, string>>) => ({
    ...machine({ git: 'echo git version 2.50.1' }),
    ...more,
  });

  const { default_permissions: GRANTED, default_events: HEARD } = loadAppManifest();

  /** What is set where an App runs that GitHub knows. */
  async function installed(
    permissions: Readonly<Record<string, string>>,
    events: readonly string[] = HEARD,
    accepted: Permissions = permissions,
  ) {
    const github = await openedGitHub();
    await github.addRepository('ada/demo');
    const id = github.addApp('ward', KEYS.publicKey, permissions);
    github.setWebhook(id, { url: 'http://127.0.0.1:9', secret: 'unused', events: [...events] });
    github.install(id, ['ada/demo'], accepted);
    const folder = temporaryFolder();
    const env = appEnvironment({ folder }, { APP_ID: `${id}`, GITHUB_API_URL: github.url });
    const { PATH: _, ...settings } = env;
    return { env: machineOf(settings), folder, github };
  }

  test('and says nothing of it where it is not', async () => {
    const found = await diagnosed(machineOf({}));
    expect([
      ...named(found, 'app'),
      ...named(found, 'database'),
      ...named(found, 'github'),
    ]).toEqual([]);
  });

  test('the database and the key work', async () => {
    const { env, folder, github } = await installed(GRANTED);
    const found = await diagnosed(env);
    expect(named(found, 'database')).toEqual([
      { what: 'database', state: 'ok', found: `PGlite, in ${folder}` },
    ]);
    expect(named(found, 'github')).toEqual([
      {
        ...{ what: 'github', state: 'ok' },
        found: `${github.url} knows the app ward (1 installation)`,
      },
    ]);
  });

  test('each permission that is missing is named, with what stops without it', async () => {
    const { env } = await installed({ ...GRANTED, issues: 'read' });
    const found = await diagnosed(env);
    expect(named(found, 'github').slice(1)).toEqual([
      {
        ...{ what: 'github', state: 'failed' },
        found:
          'the app lacks the permission issues: write; without it, it cannot answer instructions, ' +
          'and keep the dashboard of a migration',
        advice: 'add it on the page of the app on GitHub; app.yml lists them all',
      },
    ]);
    expect(doctorExitStatus(found)).toBe(3);
  });

  test('what a review does not need may be missing, and so may events', async () => {
    const { statuses: _, ...rest } = GRANTED;
    const events = HEARD.filter((name) => !['status', 'merge_group'].includes(name));
    const { env } = await installed({ ...rest, contents: 'read' }, events);
    const found = await diagnosed(env);
    expect(named(found, 'github').slice(1)).toMatchObject([
      { state: 'missing', found: expect.stringContaining('the permission statuses: read;') },
      { state: 'missing', found: expect.stringContaining('the permission contents: write;') },
      { state: 'missing', found: expect.stringContaining('the event merge_group;') },
      { state: 'missing', found: expect.stringContaining('the event status;') },
    ]);
    expect(doctorExitStatus(found)).toBe(0);
  });

  test('what the owner of an installation has not accepted is named', async () => {
    const { env } = await installed(GRANTED, HEARD, { ...GRANTED, merge_queues: undefined });
    expect(named(await diagnosed(env), 'github').slice(1)).toMatchObject([
      {
        state: 'missing',
        found:
          'the installation on ada lacks the permission merge_queues: read; without it, it cannot take part ' +
          'in merge queues',
        advice: expect.stringContaining('each owner has to accept'),
      },
    ]);
  });

  test('a key of another app, an address without a server, and a wrong setting are told apart', async () => {
    const { env } = await installed(GRANTED);
    const other = await diagnosed({ ...env, APP_ID: '77' });
    expect(named(other, 'github')[0]).toMatchObject({
      ...{ state: 'failed', found: expect.stringContaining('does not take APP_ID 77') },
    });
    const gone = await diagnosed({
      ...{ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
    });
    expect(named(gone, 'database')[0]).toMatchObject({
      ...{ state: 'failed', found: expect.stringContaining('ECONNREFUSED') },
      advice: expect.stringContaining('DATABASE_URL'),
    });
    const wrong = await diagnosed({ ...env, WEBHOOK_SECRET: 'short' });
    expect(named(wrong, 'app')[0]).toMatchObject({
      ...{ state: 'wrong', found: expect.stringMatching(/^WEBHOOK_SECRET has 5 characters/) },
    });
    expect(doctorExitStatus(wrong)).toBe(2);
    for (const one of [other, gone]) expect(doctorExitStatus(one)).toBe(3);
  });
});
