import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Octokit } from '@octokit/rest';
import { type FileChanges, resolveCommit } from '../in-memory-github/git/store.ts';
import { type GitHub, openGitHub } from '../in-memory-github/open-github.ts';
import type { Repository } from '../in-memory-github/state/repository.ts';
import {
  type AppProcess,
  type RegisteredApp,
  registerApp,
  startApp,
} from '../support/app-on-github.ts';
import { BASE, CHANGE } from './project.ts';
import { alwaysWrong, checksOf, type Shown, shownOf } from './shown.ts';

/** As the launcher does: a process that is started thirty times should start soon. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/rustward', import.meta.url));

const PATIENCE_MILLISECONDS = 180_000;

/** A repository of its own for each pull request, with the branch that it is to be made of. */
export interface Prepared {
  readonly place: { readonly owner: string; readonly repo: string };
  readonly name: string;
  readonly repository: Repository;
}

export interface Pull extends Prepared {
  readonly number: number;
  /** The job's key in the log. */
  readonly key: string;
}

/** A part of the App: the one that takes webhooks and works, or another that only works. */
type Part = 'app' | 'worker';

/** A GitHub, and the real App beside it. */
export interface Scene {
  readonly github: GitHub;
  readonly app: RegisteredApp;
  /** A person's client. */
  readonly ada: Octokit;
  /** Makes everything that a pull request needs, but for the pull request itself. */
  prepare(): Promise<Prepared>;
  /** Opens a pull request with the change that has findings. */
  open(prepared?: Prepared): Promise<Pull>;
  push(pull: Pull, files: FileChanges): Promise<string>;
  headOf(pull: Pull): Promise<string>;
  /** Starts a part of the App. */
  start(part?: Part): Promise<void>;
  /** Ends a part of the App. */
  end(signal: NodeJS.Signals, part?: Part): Promise<void>;
  /** Stops a part of the App where it is, as when its machine sleeps, and lets it go on. */
  sleep(milliseconds: number, part?: Part): Promise<void>;
  /** The part that is at the job of a pull request, as far as its log says. */
  holderOf(pull: Pull): Part | undefined;
  /** How often a review of a pull request was begun. */
  attempts(pull: Pull): number;
  /** Waits until GitHub shows what it should, and nothing is left to do. @throws Error after 3 minutes */
  settled(pull: Pull, expected: Shown | undefined): Promise<Shown>;
  /** Waits until nothing is left to do. */
  idle(): Promise<void>;
  /** What all processes have logged. */
  log(): string;
  close(): Promise<void>;
}

/** @param database the URL of a PostgreSQL; PGlite without */
export async function openScene(database?: string): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-faults-'));
  const repositories = join(folder, 'github');
  for (const path of [repositories, join(folder, 'app'), join(folder, 'worker')]) mkdirSync(path);
  const github = await openGitHub({ folder: repositories });
  const ada = quietClient(github, github.addUser('ada'));
  await github.addRepository('ada/first');
  const app = await registerApp(github, ['ada/first']);
  const running = new Map<Part, AppProcess>();
  const logs: { readonly part: Part; readonly log: () => string }[] = [];
  let repositoriesMade = 0;
  const begun = ({ key }: Pull) =>
    logs.flatMap(({ part, log }) => startsOf(log(), key).map((time) => ({ part, time })));

  const scene: Scene = {
    ...{ github, app, ada },
    async prepare() {
      repositoriesMade += 1;
      const place = { owner: 'ada', repo: `parcel-${repositoriesMade}` };
      const name = `${place.owner}/${place.repo}`;
      const repository = await github.addRepository(name, { files: BASE });
      github.install(app.id, [name]);
      await github.commit(name, 'topic', CHANGE);
      await github.delivered();
      return { place, name, repository };
    },
    async open(given) {
      const prepared = given ?? (await scene.prepare());
      const { place, repository } = prepared;
      const { data } = await ada.rest.pulls.create({
        ...{ ...place, title: 'A change', head: 'topic', base: 'main' },
      });
      return { ...prepared, number: data.number, key: `${repository.id} pull ${data.number}` };
    },
    push: ({ name }, files) => github.commit(name, 'topic', files, 'another push'),
    // Past the interface, where a fault may wait for the App.
    async headOf({ repository }) {
      return (await resolveCommit(repository.folder, 'refs/heads/topic')) ?? '';
    },
    async start(part = 'app') {
      const env = { NODE_COMPILE_CACHE: COMPILED, DATABASE_URL: database };
      const options = { app, folder: join(folder, part), env, args: [part] };
      const started = await startApp(github, options);
      running.set(part, started);
      logs.push({ part, log: started.log });
    },
    async end(signal, part = 'app') {
      await running.get(part)?.stop(signal);
      running.delete(part);
    },
    async sleep(milliseconds, part = 'app') {
      running.get(part)?.child.kill('SIGSTOP');
      await sleep(milliseconds);
      running.get(part)?.child.kill('SIGCONT');
    },
    holderOf: (pull) => begun(pull).sort((one, other) => other.time - one.time)[0]?.part,
    attempts: (pull) => begun(pull).length,
    async settled(pull, expected) {
      const shown = async () => {
        green(pull.repository);
        const current = shownOf(pull.repository, await scene.headOf(pull));
        return { current, wrong: alwaysWrong(pull.repository) };
      };
      await until(async () => {
        const { current, wrong } = await shown();
        const isThere =
          expected === undefined ? current.checks.length > 0 : isDeepStrictEqual(current, expected);
        if (!isThere || wrong.length > 0) {
          return JSON.stringify({ current, expected, wrong }, undefined, 2);
        }
        return undefined;
      });
      await scene.idle();
      // What came after that must not have changed it.
      const { current, wrong } = await shown();
      if (expected !== undefined && !isDeepStrictEqual(current, expected)) {
        throw new Error(`shown in the end: ${JSON.stringify(current, undefined, 2)}`);
      }
      if (wrong.length > 0) throw new Error(wrong.join('; '));
      if (github.problems.length > 0) throw new Error(github.problems.join('; '));
      const left = github.faultsLeft();
      if (left.length > 0) throw new Error(`nothing met the fault ${JSON.stringify(left)}`);
      return current;
    },
    async idle() {
      await github.delivered();
      await until(async () => {
        const { waiting, failed } = await backlog(running.get('app'));
        if (failed > 0) throw new Error(`${failed} jobs were given up`);
        return waiting === 0 ? undefined : `${waiting} jobs wait`;
      });
    },
    log: () => logs.map(({ part, log }) => `== ${part}\n${log()}`).join('\n'),
    async close() {
      for (const process of running.values()) await process.stop();
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return scene;
}

function green(repository: Repository): void {
  const run = checksOf(repository).find(({ conclusion }) => conclusion === 'success');
  if (run !== undefined) throw new Error(`check ${run.id} is green, and there are findings`);
}

/** When the job of a key was begun, by a log; in milliseconds since 1970. */
function startsOf(log: string, key: string): number[] {
  const lines = log.split('\n').filter((line) => line.includes('"msg":"job started"'));
  return lines
    .filter((line) => line.includes(`"key":"${key}"`))
    .map((line) => Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? ''));
}

/** Looks again, after a pause in milliseconds, until nothing is amiss. @throws Error after 3 minutes */
export async function until(amiss: () => Promise<string | undefined>, pause = 50): Promise<void> {
  for (const end = Date.now() + PATIENCE_MILLISECONDS; ; await sleep(pause)) {
    const problem = await amiss();
    if (problem === undefined) return;
    if (Date.now() > end) throw new Error(`after three minutes: ${problem}`);
  }
}

/** How many jobs are not done, and were given up. */
async function backlog(app: AppProcess | undefined) {
  const text = app === undefined ? '' : await (await fetch(`${app.url}/metrics`)).text();
  const sum = (name: string) => {
    const values = [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))];
    return values.reduce((total, [, value]) => total + Number(value), 0);
  };
  // Who cannot tell is not idle.
  const waiting = text.includes('rustward_jobs_waiting{') ? sum('rustward_jobs_waiting') : 1;
  return { waiting, failed: sum('rustward_jobs_failed') };
}

function quietClient(github: GitHub, auth: string): Octokit {
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  return new Octokit({ baseUrl: github.url, log, auth });
}
