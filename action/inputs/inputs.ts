import { CATEGORY_RULE, isCategory } from '../../src/security/report/category.ts';
import type { FailOn } from '../../src/security/report/fail-on.ts';
import type { BuildOptions } from '../../src/security/scan/build/build-options.ts';
import { checkCombination } from './check-inputs.ts';
import { type MigrationInputs, migrationInputs } from './migration-inputs.ts';
import {
  inputError,
  lines,
  parseAmount,
  parseChoice,
  parseFlag,
  parseInteger,
  parseOneOf,
  text,
} from './parse-input.ts';

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
  readonly includeExisting: boolean;
  readonly reproduce: boolean;
  readonly failOn: FailOn | undefined;
  readonly failOnInconclusive: boolean;
  readonly exclude: readonly string[];
  /** How C and C++ is compiled, besides what the configuration says. */
  readonly build: BuildOptions;
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
  /** Packages of rules, by their paths or names. */
  readonly rules: readonly string[];
  /** Programs that offer tools to agents, each as `NAME=COMMAND`. */
  readonly toolServers: readonly string[];
  /** Files, and `code-scanning:` with the names of tools. */
  readonly importSarif: readonly string[];
  readonly sarifFile: string | undefined;
  readonly reportFiles: readonly string[];
  readonly uploadSarif: (typeof UPLOADS)[number] | undefined;
  readonly comment: boolean;
  readonly maxComments: number | undefined;
  /** What tells the results in code scanning from those of other jobs. */
  readonly category: string | undefined;
  readonly shard: Shard | undefined;
  readonly reports: string | undefined;
  readonly token: string | undefined;
  /** For mode migrate. */
  readonly migration: MigrationInputs;
}

/** Undefined where none is: then what the configuration says counts. */
function listsGiven(): string[] | undefined {
  const lists = lines('compile-commands');
  return lists.length === 0 ? undefined : lists;
}

/**
 * Reads and checks the inputs: the runner checks none of them.
 * @throws UsageError naming the input, its value and what is expected
 */
export function parseInputs(): Inputs {
  const inputs: Inputs = {
    mode: parseChoice('mode', MODES) ?? 'review',
    path: text('path') ?? '.',
    languages: languages(),
    config: text('config'),
    baseRef: text('base-ref'),
    baseline: text('baseline'),
    onlyNew: parseFlag('only-new', false),
    includeExisting: parseFlag('include-existing', false),
    reproduce: parseFlag('reproduce', true),
    failOn: parseChoice('fail-on', FAIL_ON),
    failOnInconclusive: parseFlag('fail-on-inconclusive', true),
    exclude: lines('exclude'),
    build: {
      ...{ define: lines('define'), undefine: lines('undefine'), include: lines('include') },
      ...{ target: text('target'), compileCommands: listsGiven() },
    },
    model: {
      baseUrl: text('model-base-url'),
      name: text('model-name'),
      key: text('model-key'),
      prices: text('model-prices'),
    },
    budgets: {
      max_cost: parseAmount('max-cost'),
      max_tokens: parseAmount('max-tokens'),
      max_minutes: parseAmount('max-minutes'),
    },
    rules: lines('rules'),
    toolServers: lines('tool-servers'),
    importSarif: lines('import-sarif'),
    sarifFile: text('sarif-file'),
    reportFiles: lines('report-file'),
    uploadSarif: parseUpload(),
    comment: parseFlag('comment', false),
    maxComments: parseInteger('max-comments', 0, 50),
    category: category(),
    shard: shard(),
    reports: text('reports'),
    token: text('token'),
    migration: migrationInputs(),
  };
  checkCombination(inputs);
  return inputs;
}

/** Who knows other Actions writes true and false. */
function parseUpload(): Inputs['uploadSarif'] {
  const value = text('upload-sarif');
  if (value === undefined) return undefined;
  const flag = { true: 'on', false: 'off' }[value.toLowerCase()];
  return parseOneOf('upload-sarif', flag ?? value, UPLOADS);
}

function languages(): Inputs['languages'] {
  const names = (text('languages') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0
    ? undefined
    : names.map((name) => parseOneOf('languages', name, LANGUAGES));
}

const MAX_SHARDS = 256;

function category(): string | undefined {
  const value = text('category');
  if (value !== undefined && !isCategory(value)) throw inputError('category', value, CATEGORY_RULE);
  return value;
}

function shard(): Shard | undefined {
  const value = text('shard');
  if (value === undefined) return undefined;
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/.exec(value) ?? [];
  const parsed = { index: Number(index), count: Number(count) };
  if (parsed.index >= 1 && parsed.index <= parsed.count && parsed.count <= MAX_SHARDS) {
    return parsed;
  }
  throw inputError('shard', value, `expected i/n, such as 1/4, with at most ${MAX_SHARDS}`);
}
