import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/security/report/report.ts';
import type { ModelServer } from '../fakes/open-model-server.ts';
import { type CliResult, startRustward } from './command-line.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Dollars per million tokens. */
export const PRICES = { input: 1, cached: 0.1, output: 2 };

/** The key that the command line gets for the model. */
export const MODEL_KEY = 'sk-test-0123456789abcdefghijklmnop';

interface ReviewResult extends CliResult {
  readonly report: Report;
}

export interface ServedReview {
  readonly root: string;
  /** The home folder of whoever runs the review: configuration, cache and key. */
  readonly home: string;
  /** `rustward review` of the tree with these options, in a process of its own. */
  run(...options: readonly string[]): Promise<ReviewResult>;
  /** The same without a report in a file. */
  start(...options: readonly string[]): Promise<CliResult>;
}

/**
 * A tree, and a home whose models file knows one model with few tries: that of the server. Answers
 * are not kept between runs, unless the variables say so: only the state is.
 */
export function servedReview(
  root: string,
  { baseUrl }: Pick<ModelServer, 'baseUrl'>,
  model: Readonly<Record<string, unknown>> = {},
  variables: Readonly<Record<string, string | undefined>> = {},
): ServedReview {
  const entry = {
    ...{ baseUrl, model: 'm', keyVariable: 'RUSTWARD_TEST_KEY', prices: PRICES, attempts: 1 },
    // Long enough for a machine on which all is slow: whoever tests silence says how long it is.
    ...{ silenceSeconds: 20, window: 60_000, maxOutput: 4000, ...model },
  };
  const file = { models: { served: entry }, groups: { test: { normal: ['served'] } } };
  const home = temporaryFolder({ 'models.json5': JSON.stringify(file) });
  const env = {
    PATH: process.env['PATH'],
    ...{ HOME: home, RUSTWARD_TEST_KEY: MODEL_KEY, RUSTWARD_MODEL_CACHE: 'off' },
    RUSTWARD_MODEL_FILE: join(home, 'models.json5'),
    ...variables,
  };
  return {
    ...{ root, home },
    start: (...options) => startRustward(['review', root, ...options], env),
    async run(...options) {
      const output = join(temporaryFolder(), 'report.json');
      const report = ['--report', `json=${output}`];
      const result = await startRustward(['review', root, ...report, ...options], env);
      return { ...result, report: JSON.parse(readFileSync(output, 'utf8')) };
    },
  };
}
