import { getInput } from '@actions/core';
import { UsageError } from '../src/errors.ts';
import { nearest } from '../src/nearest.ts';
import type { FailOn } from '../src/security/verdict.ts';

const MODES = ['review', 'scan', 'report', 'migrate'] as const;
const LANGUAGES = ['c', 'cpp', 'rust'] as const;
const FAIL_ON = ['high', 'medium', 'low', 'none'] as const;
const UPLOADS = ['auto', 'on', 'off'] as const;

/** One part of a tree: the first of three is 1/3. */
interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What the workflow says. What it leaves open is undefined: then the configuration counts. */
export interface Inputs {
  readonly mode: (typeof MODES)[number];
  readonly path: string;
  readonly languages: readonly (typeof LANGUAGES)[number][] | undefined;
  readonly config: string | undefined;
  readonly baseRef: string | undefined;
  readonly baseline: string | undefined;
  readonly onlyNew: boolean;
  readonly failOn: FailOn | undefined;
  readonly failOnInconclusive: boolean;
  readonly exclude: readonly string[];
  readonly model: {
    readonly baseUrl: string | undefined;
    readonly name: string | undefined;
    readonly key: string | undefined;
    readonly prices: string | undefined;
  };
  readonly budgets: {
    readonly max_cost: number | undefined;
    readonly max_tokens: number | undefined;
    readonly max_minutes: number | undefined;
  };
  readonly sarifFile: string | undefined;
  readonly reportFiles: readonly string[];
  readonly uploadSarif: (typeof UPLOADS)[number] | undefined;
  readonly comment: boolean;
  readonly maxComments: number | undefined;
  readonly shard: Shard | undefined;
  readonly reports: string | undefined;
  readonly token: string | undefined;
}

/**
 * Reads and checks the inputs: the runner checks none of them.
 * @throws UsageError naming the input, its value and what is expected
 */
export function readInputs(): Inputs {
  const inputs: Inputs = {
    mode: choice('mode', MODES) ?? 'review',
    path: text('path') ?? '.',
    languages: languages(),
    config: text('config'),
    baseRef: text('base-ref'),
    baseline: text('baseline'),
    onlyNew: flag('only-new', false),
    failOn: choice('fail-on', FAIL_ON),
    failOnInconclusive: flag('fail-on-inconclusive', true),
    exclude: lines('exclude'),
    model: {
      baseUrl: text('model-base-url'),
      name: text('model-name'),
      key: text('model-key'),
      prices: text('model-prices'),
    },
    budgets: {
      max_cost: amount('max-cost'),
      max_tokens: amount('max-tokens'),
      max_minutes: amount('max-minutes'),
    },
    sarifFile: text('sarif-file'),
    reportFiles: lines('report-file'),
    uploadSarif: choice('upload-sarif', UPLOADS),
    comment: flag('comment', false),
    maxComments: whole('max-comments', 50),
    shard: shard(),
    reports: text('reports'),
    token: text('token'),
  };
  checkTogether(inputs);
  return inputs;
}

function checkTogether(inputs: Inputs): void {
  const { mode, onlyNew, baseline, reports, shard, comment, token } = inputs;
  if (onlyNew && baseline === undefined) {
    throw new UsageError('the input only-new needs a baseline to compare with');
  }
  if (mode === 'report' && reports === undefined) {
    throw new UsageError('mode report needs the input reports: a folder with the JSON reports');
  }
  if (mode !== 'report' && reports !== undefined) {
    throw new UsageError(`the input reports is for mode report; this is mode ${mode}`);
  }
  if (shard !== undefined && mode === 'report') {
    throw new UsageError('the input shard does not fit mode report, which puts shards together');
  }
  if (comment && shard !== undefined) {
    throw new UsageError(
      'one shard does not know the whole result: set comment where mode report puts them together',
    );
  }
  if (comment && token === undefined) throw new UsageError('the input comment needs a token');
}

/** An input, trimmed; undefined where it is empty, as the runner makes those that are not set. */
function text(name: string): string | undefined {
  return getInput(name) || undefined;
}

function lines(name: string): string[] {
  return (text(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function choice<const Name extends string>(name: string, known: readonly Name[]): Name | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  return oneOf(name, value, known);
}

function oneOf<Name extends string>(name: string, value: string, known: readonly Name[]): Name {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  const near = nearest(value, known);
  const hint = near === undefined ? `expected ${known.join(', ')}` : `did you mean ${near}?`;
  throw wrong(name, value, hint);
}

function languages(): Inputs['languages'] {
  const names = (text('languages') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0 ? undefined : names.map((name) => oneOf('languages', name, LANGUAGES));
}

/** The spellings of YAML 1.2, as `core.getBooleanInput` takes them. */
function flag(name: string, preset: boolean): boolean {
  const value = text(name);
  if (value === undefined) return preset;
  if (/^(true|True|TRUE)$/.test(value)) return true;
  if (/^(false|False|FALSE)$/.test(value)) return false;
  throw wrong(name, value, 'expected true or false');
}

function amount(name: string): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw wrong(name, value, 'expected a number above 0');
}

function whole(name: string, most: number): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw wrong(name, value, `expected a whole number from 0 to ${most}`);
}

const MOST_SHARDS = 256;

function shard(): Shard | undefined {
  const value = text('shard');
  if (value === undefined) return undefined;
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/.exec(value) ?? [];
  const parsed = { index: Number(index), count: Number(count) };
  if (parsed.index >= 1 && parsed.index <= parsed.count && parsed.count <= MOST_SHARDS) {
    return parsed;
  }
  throw wrong('shard', value, `expected i/n, such as 1/4, with at most ${MOST_SHARDS}`);
}

function wrong(name: string, value: string, hint: string): UsageError {
  return new UsageError(`the input ${name} is ${JSON.stringify(value.slice(0, 100))}: ${hint}`);
}
