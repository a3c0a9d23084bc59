import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../../src/errors.ts';
import type { ProcessEnvironment } from '../../src/workspace/process/process-environment.ts';
import { nameOf, type PullRequest } from './pull-requests.ts';

/** How models take part in the reviews of a bench. */
export interface ModelSetting {
  /** The models file, as `rustward review --models` takes it. */
  readonly models: string;
  /** Where the answers of each pull request are written down, in a folder of its own. */
  readonly record: string | undefined;
  /** Where they come from instead of a model; a question that has changed ends the run. */
  readonly replay: string | undefined;
}

/** Further arguments of the bench, each with the value behind it. */
const OPTIONS = { '--models': 'models', '--record': 'record', '--replay': 'replay' } as const;

/**
 * Takes the arguments about models out of those of the bench.
 * @throws UsageError where one lacks its value, or `--models` is missing beside the others
 */
export function splitModelArguments(args: readonly string[]): {
  readonly rest: readonly string[];
  readonly setting: ModelSetting | undefined;
} {
  const cut = args.indexOf('--');
  const own = cut < 0 ? args : args.slice(0, cut);
  const values: { models?: string; record?: string; replay?: string } = {};
  const rest: string[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const arg = own[at] ?? '';
    const name = Object.entries(OPTIONS).find(([option]) => option === arg)?.[1];
    if (name === undefined) rest.push(arg);
    else {
      at += 1;
      const value = own[at];
      if (value === undefined) throw new UsageError(`${arg} needs a value`);
      values[name] = value;
    }
  }
  const all = cut < 0 ? rest : [...rest, ...args.slice(cut)];
  const { models, record, replay } = values;
  if (models === undefined) {
    if (record === undefined && replay === undefined) return { rest: all, setting: undefined };
    throw new UsageError('--record and --replay need --models FILE');
  }
  return { rest: all, setting: { models, record, replay } };
}

/** The options of the command for one review: without a setting no model is asked. */
export function modelOptions(setting: ModelSetting | undefined): readonly string[] {
  if (setting === undefined) return ['--no-model'];
  const strict = setting.replay === undefined ? [] : ['--strict-replay'];
  return ['--models', resolve(setting.models), ...strict];
}

/** The environment of one review: that of the bench, with the recording of its pull request. */
export function modelEnvironment(
  setting: ModelSetting | undefined,
  pull: PullRequest,
): ProcessEnvironment {
  if (setting === undefined) return {};
  const { record, replay } = setting;
  const name = recordingName(pull);
  if (record !== undefined) mkdirSync(join(record, name), { recursive: true });
  return {
    ...process.env,
    ...(record === undefined ? {} : { RUSTWARD_RECORD: resolve(record, name) }),
    ...(replay === undefined ? {} : { RUSTWARD_REPLAY: resolve(replay, name) }),
  };
}

const conversationSchema = z.looseObject({ turns: z.array(z.looseObject({ hash: z.string() })) });

/**
 * Takes the questions out of the recording of a pull request: they hold code of others, and their hashes
 * are enough for a strict replay.
 */
export function stripQuestions(setting: ModelSetting | undefined, pull: PullRequest): void {
  if (setting?.record === undefined) return;
  const folder = join(setting.record, recordingName(pull));
  for (const file of globSync('*/*.json', { cwd: folder })) {
    const path = join(folder, file);
    const conversation = conversationSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const turns = conversation.turns.map((turn) => ({ ...turn, asked: [] }));
    writeFileSync(path, `${JSON.stringify({ ...conversation, turns }, undefined, 2)}\n`);
  }
}

function recordingName(pull: PullRequest): string {
  return nameOf(pull).replaceAll(/[^A-Za-z0-9.-]+/g, '+');
}
