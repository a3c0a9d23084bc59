import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import { isolatedWorkerEnvironment } from '../../../src/github/isolated-worker/environment.ts';
import type { WorkerRequestFor } from '../../../src/github/isolated-worker/protocol.ts';
import { runInIsolatedWorker } from '../../../src/github/isolated-worker/run-isolated-worker.ts';
import { eventually } from '../../support/eventually.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const DEFECT = `#include <string.h>
#include <stdio.h>
void copy(void) { char big[64]; char small[8]; gets(big); strcpy(small, big); puts(small); }
`;

type ReviewRequest = WorkerRequestFor<'review'>;

function request(changes: Partial<ReviewRequest> = {}): ReviewRequest {
  const root = gitRepository({ 'a.c': 'int main(void) { return 0; }\n' });
  const base = git(root, 'rev-parse', 'HEAD').trim();
  const memory = { kind: 'shared' as const, repository: root, learns: false, installation: root };
  addFiles(root, { 'a.c': DEFECT, '.gitignore': '*.c\n' });
  git(root, 'add', '--force', '--all');
  commitAll(root);
  return {
    ...{
      task: 'review',
      root,
      base,
      outputFolder: temporaryFolder(),
      stateFolder: temporaryFolder(),
    },
    ...{
      cacheFolder: temporaryFolder(),
      exclude: [],
      findingSettings: [],
      minConfidence: 0.4,
      gate: { failOn: 'high' },
    },
    ...{ build: { define: [], undefine: [], include: [] }, memory },
    includeExisting: false,
    reproduce: true,
    imports: [],
    ...{ maxMinutes: 1, suppressions: [], strangersChange: false, leftOut: [] },
    ...changes,
  };
}

const env = isolatedWorkerEnvironment(process.env, []);
const quiet = () => {};
const signal = new AbortController().signal;

/** An isolated worker that is a script. */
function script(code: string): [string, ...string[]] {
  return [process.execPath, '--eval', code];
}

describe('runInIsolatedWorker', () => {
  test('what models and tools did is heard, in numbers', async () => {
    const heard: unknown[] = [];
    const call = {
      ...{ kind: 'call', role: 'analyst', model: 'm', source: 'provider', billed: true },
      usage: { input: 9, cached: 0, output: 2, estimated: false },
      ...{ cost: null, milliseconds: 5 },
    };
    const tool = { kind: 'tool', tool: 'read_code', ok: true, milliseconds: 1 };
    const failed = { kind: 'failed', message: 'over' };
    const lines = [call, tool, failed].map((message) => `${JSON.stringify(message)}\n`).join('');
    const command = script(`process.stdout.write(${JSON.stringify(lines)})`);
    const watch = {
      call: (one: unknown) => heard.push(one),
      tool: (one: unknown) => heard.push(one),
    };
    const running = runInIsolatedWorker(request(), { env, signal, command, watch });
    await expect(running).rejects.toThrow('over');
    expect(heard).toMatchObject([
      { conversation: { role: 'analyst' }, model: 'm', usage: { output: 2 }, milliseconds: 5 },
      { tool: 'read_code', ok: true },
    ]);
    expect(heard[0]).toMatchObject({ cost: undefined });
  });

  test('a change is read in a process of its own, whatever it says is to be ignored', async () => {
    // Budgets that several tasks share come to fractions of a minute.
    const asked = request({ maxMinutes: 8 / 7 });
    const stages: string[] = [];
    const onProgress = (stage: string) => stages.push(stage);
    const {
      result: report,
      costs,
      seconds,
    } = await runInIsolatedWorker(asked, {
      env,
      signal,
      onProgress,
    });
    expect(report).toMatchObject({ mode: 'review', verdict: 'findings' });
    expect(report.candidates.map(({ file }) => file)).toContain('a.c');
    expect(report.comparison?.changed_files).toBe(1);
    // Strangers will read it.
    expect(JSON.stringify(report)).not.toContain(asked.root);
    expect(report.notice).toContain(`Examined since ${asked.base.slice(0, 10)}: `);
    expect(costs).toEqual({ dollars: 0, calls: 0, unpriced: 0 });
    expect(seconds).toBeGreaterThan(0);
    expect(stages).toContain('scan');
    expect(readFileSync(join(asked.outputFolder, 'report.html'), 'utf8')).toContain('a.c');
    // Nothing of ours is in the tree that was read.
    expect(git(asked.root, 'status', '--porcelain', '--ignored')).toBe('');
  });

  test('what a person has to settle comes as one line', async () => {
    const broken = runInIsolatedWorker(request({ base: '0'.repeat(40) }), {
      env,
      signal,
      onProgress: quiet,
    });
    await expect(broken).rejects.toThrow(IncompleteError);
    await expect(broken).rejects.toThrow(/^git knows no commit "0{40}"/);
  });

  test('nothing that it says is believed before it is parsed', async () => {
    const cases: [string, RegExp][] = [
      ['console.log("{}")', /^the isolated worker wrote a line that is no message$/],
      [
        'console.log("x".repeat(2e6))',
        /^the isolated worker gave no result: it wrote too long a line$/,
      ],
      ['process.exit(1)', /^the isolated worker gave no result: it has ended$/],
      [
        'console.log(JSON.stringify({kind:"done",seconds:1,costs:{dollars:0,calls:0,unpriced:0},warnings:[]}))',
        /^the isolated worker left no report\.json$/,
      ],
      ['console.log(JSON.stringify({kind:"failed",message:"no luck"}))', /^no luck$/],
    ];
    for (const [code, problem] of cases) {
      const command = script(`${code}; setInterval(() => {}, 1000)`);
      const running = runInIsolatedWorker(request(), {
        env,
        signal,
        onProgress: quiet,
        command,
      });
      await expect(running).rejects.toThrow(problem);
    }
    const asked = request();
    const done = `require('fs').writeFileSync(${JSON.stringify(join(asked.outputFolder, 'report.json'))}, TEXT);
      console.log(JSON.stringify({kind:"done",seconds:1,costs:{dollars:0,calls:0,unpriced:0},warnings:[]}))`;
    for (const text of ['"{"', '"{}"']) {
      const command = script(done.replace('TEXT', text));
      await expect(
        runInIsolatedWorker(asked, { env, signal, onProgress: quiet, command }),
      ).rejects.toThrow(/^the report\.json of the isolated worker is wrong: /);
    }
  });

  test('it is ended with all that it has started, when nobody wants the result', async () => {
    const marker = join(temporaryFolder(), 'pid');
    const command = script(
      `require('fs').writeFileSync(${JSON.stringify(marker)}, String(process.pid));
       console.log(JSON.stringify({kind:'progress',stage:'scan',done:0,total:1}));
       setInterval(() => {}, 1000)`,
    );
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('something newer is wanted'));
    const running = runInIsolatedWorker(request(), {
      env,
      signal: stop.signal,
      onProgress,
      command,
    });
    await expect(running).rejects.toThrow('something newer is wanted');
    const pid = Number(readFileSync(marker, 'utf8'));
    await eventually(() => expect(isAlive(pid)).toBe(false));
  });

  test('it ends by itself when whoever started it is gone', () => {
    const worker = new URL('../../../src/isolated-worker.ts', import.meta.url).pathname;
    const node = ['--disable-warning=ExperimentalWarning', worker];
    const { status } = spawnSync(process.execPath, node, { env, input: '', timeout: 60_000 });
    expect(status).toBe(3);
  });
});

describe('isolatedWorkerEnvironment', () => {
  test('keys of the app, of its database and of GitHub stay out, even where a models file names them', () => {
    const all = {
      ...{ PATH: '/bin', HOME: '/home/a', RUSTWARD_MODEL_KEY: 'k', EXAMPLE_KEY: 'e', OTHER: 'o' },
      ...{
        PRIVATE_KEY: 'p',
        APP_ID: '1',
        WEBHOOK_SECRET: 's',
        DATABASE_URL: 'd',
        GITHUB_TOKEN: 't',
        RUSTWARD_NOTICES: 'slack=https://hooks.example.org/n',
      },
    };
    const secrets = ['PRIVATE_KEY', 'WEBHOOK_SECRET', 'DATABASE_URL', 'GITHUB_TOKEN'];
    const names = ['EXAMPLE_KEY', ...secrets, 'RUSTWARD_NOTICES'];
    expect(isolatedWorkerEnvironment(all, names)).toEqual({
      ...{ PATH: '/bin', HOME: '/home/a', RUSTWARD_MODEL_KEY: 'k', EXAMPLE_KEY: 'e' },
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
