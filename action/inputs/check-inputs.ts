import { UsageError } from '../../src/errors.ts';
import type { MigrationInputs } from './migration-inputs.ts';
import { text } from './parse-input.ts';

/** The inputs of mode migrate alone. */
const MIGRATE_INPUTS = ['functions', 'skip-functions', 'max-functions', 'crate', 'pull-requests'];

/** What mode migrate does not do. */
const OTHER_INPUTS = [
  ...['languages', 'exclude', 'base-ref', 'baseline', 'only-new', 'include-existing'],
  ...['fail-on', 'rules', 'tool-servers', 'import-sarif', 'sarif-file'],
  ...['define', 'undefine', 'include', 'target', 'compile-commands'],
  ...['upload-sarif', 'comment', 'max-comments', 'shard', 'reports'],
];

/** The inputs that must go together. */
interface CombinedInputs {
  readonly mode: string;
  readonly onlyNew: boolean;
  readonly includeExisting: boolean;
  readonly baseline: string | undefined;
  readonly reports: string | undefined;
  readonly rules: readonly string[];
  readonly importSarif: readonly string[];
  readonly shard: object | undefined;
  readonly comment: boolean;
  readonly token: string | undefined;
  readonly migration: MigrationInputs;
}

/**
 * Whether the inputs go together.
 * @throws UsageError naming the one that does not
 */
export function checkCombination(inputs: CombinedInputs): void {
  const { mode, onlyNew, includeExisting, baseline, reports, shard, comment, token } = inputs;
  checkMode(inputs);
  if (onlyNew && baseline === undefined) {
    throw new UsageError('the input only-new needs a baseline to compare with');
  }
  if (onlyNew && includeExisting) {
    throw new UsageError('the inputs only-new and include-existing do not fit');
  }
  if (mode === 'report' && reports === undefined) {
    throw new UsageError('mode report needs the input reports: a folder with the JSON reports');
  }
  if (mode !== 'report' && reports !== undefined) {
    throw new UsageError(`the input reports is for mode report; this is mode ${mode}`);
  }
  if (inputs.rules.length > 0 && mode === 'report') {
    throw new UsageError(
      'the input rules does not fit mode report: it is for where code is scanned',
    );
  }
  if (inputs.importSarif.length > 0 && mode === 'report') {
    throw new UsageError(
      'the input import-sarif does not fit mode report: import where it is scanned',
    );
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

function checkMode({ mode, migration, token }: CombinedInputs): void {
  if (mode !== 'migrate') {
    const set = MIGRATE_INPUTS.find((name) => text(name) !== undefined);
    if (set === undefined) return;
    throw new UsageError(`the input ${set} is for mode migrate; this is mode ${mode}`);
  }
  // The preset of `action.yml` for some is `false`, which is as good as nothing.
  const set = OTHER_INPUTS.find((name) => !/^(?:false)?$/i.test(text(name) ?? ''));
  if (set !== undefined) throw new UsageError(`the input ${set} is not for mode migrate`);
  if (migration.pullRequests && token === undefined) {
    throw new UsageError(
      'mode migrate needs a token to open pull requests; or set pull-requests: false',
    );
  }
}
