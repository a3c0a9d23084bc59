import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import * as z from 'zod';
import { COMPILED, LARGE_YOUNG } from './compiled.ts';
import { definedIn } from './host/can-be-hosted.ts';
import { madeOnce } from './made-once.ts';
import { commandHost } from './once/command-host.ts';
import { type RunnerCommand, runnerLog } from './runner-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What the bundle is made of: see `scripts/bundle-action.ts`. */
const PARTS = ['src', 'action', 'prompts', 'scripts', 'package.json', 'package-lock.json'];

function makeAction(folder: string): void {
  cpSync(join(ROOT, 'action.yml'), join(folder, 'action.yml'));
  execFileSync(process.execPath, [
    ...['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts/bundle.ts')],
    ...['--output', join(folder, 'action/dist')],
  ]);
}

const HOST = await commandHost();

/**
 * `action.yml` and what it starts, made from the sources as they are now. It is alone in a folder
 * from which it can reach no packages.
 */
function actionFolder(): Promise<string> {
  return madeOnce('action', sourcesKey(), makeAction, join(tmpdir(), 'rustward-tests'));
}

function sourcesKey(): string {
  const key = createHash('sha256').update(readFileSync(join(ROOT, 'action.yml')));
  for (const file of PARTS.flatMap(filesBelow)) key.update(file).update(readFileSync(file));
  return key.digest('hex').slice(0, 16);
}

/** The files of a part, but for those that the bundle was before. */
function filesBelow(part: string): string[] {
  const path = join(ROOT, part);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(ROOT, 'action/dist')))
    .sort();
}

const metadataSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  outputs: z.record(z.string(), z.unknown()),
  runs: z.object({ using: z.literal('node24'), main: z.string() }),
});

/** What `action.yml` says. */
const METADATA = metadataSchema.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')));

export interface ActionStep {
  /** What the workflow has under `with`. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly eventName?: string;
  readonly event?: unknown;
  /** Of the job; without it none. */
  readonly token?: string;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ActionRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly commands: readonly RunnerCommand[];
  /** The messages of errors that are about the step and no line. */
  readonly failures: readonly string[];
  /** The runner's temporary folder. */
  readonly temporary: string;
  /** What the run left in its home folder. */
  readonly left: readonly string[];
}

/**
 * Runs the Action with what a runner gives it: the defaults of `action.yml`, and no environment but a job's. In a process
 * that has run others before, but for what depends on how a process starts: see `once/command-host.ts`.
 */
export function runAction(step: ActionStep): Promise<ActionRun> {
  const folder = step.workspace;
  return runWith(step, (env) =>
    HOST.takes([], env)
      ? HOST.start({ program: 'action', args: [], env, folder })
      : startBundle(env, folder),
  );
}

/** The same as a runner does it: starts the bundle that `action.yml` names. */
export function runActionBundle(step: ActionStep): Promise<ActionRun> {
  return runWith(step, (env) => startBundle(env, step.workspace));
}

async function startBundle(env: Readonly<Record<string, string>>, folder: string) {
  const main = join(await actionFolder(), METADATA.runs.main);
  const child = spawn(process.execPath, [LARGE_YOUNG, main], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [[stdout, stderr], status] = await Promise.all([output, closed]);
  return { status, stdout, stderr };
}

async function runWith(
  step: ActionStep,
  run: (
    env: Readonly<Record<string, string>>,
  ) => Promise<Pick<ActionRun, 'status' | 'stdout' | 'stderr'>>,
): Promise<ActionRun> {
  const folder = temporaryFolder({ output: '', summary: '', 'home/.keep': '', 'temp/.keep': '' });
  const file = (name: string) => join(folder, name);
  writeFileSync(file('event.json'), JSON.stringify(step.event ?? {}));
  const { status, stdout, stderr } = await run(
    definedIn({
      ...{ PATH: process.env['PATH'], HOME: file('home'), CI: 'true', GITHUB_ACTIONS: 'true' },
      ...{ GITHUB_WORKSPACE: step.workspace, RUNNER_TEMP: file('temp') },
      ...{ GITHUB_EVENT_NAME: step.eventName ?? 'push', GITHUB_EVENT_PATH: file('event.json') },
      ...{ GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary') },
      ...COMPILED,
      ...inputVariables(step),
      ...step.env,
    }),
  );
  const { commands } = runnerLog(stdout);
  return {
    ...{ status, stdout, stderr, commands, temporary: file('temp') },
    left: readdirSync(file('home')).filter((name) => name !== '.keep'),
    outputs: outputsIn(readFileSync(file('output'), 'utf8')),
    summary: readFileSync(file('summary'), 'utf8'),
    failures: commands
      .filter(({ name, properties }) => name === 'error' && properties['file'] === undefined)
      .map(({ message }) => message),
  };
}

/** The runner sets all inputs, to nothing where there is neither a value nor a default. */
function inputVariables({ inputs = {}, token = '' }: ActionStep): Record<string, string> {
  const unknown = Object.keys(inputs).filter((name) => !(name in METADATA.inputs));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  return Object.fromEntries(
    Object.entries(METADATA.inputs).map(([name, { default: preset = '' }]) => [
      `INPUT_${name.toUpperCase()}`,
      inputs[name] ?? preset.replace(/\$\{\{ github\.token \}\}/, token),
    ]),
  );
}

/** The file of outputs: `name<<delimiter`, lines, `delimiter`. */
function outputsIn(content: string): Record<string, string> {
  const all = content.matchAll(/^([\w-]+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm);
  return Object.fromEntries([...all].map(([, name = '', , value = '']) => [name, value]));
}
