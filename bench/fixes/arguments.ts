import { parseArgs } from 'node:util';
import { messageOf, UsageError } from '../../src/errors.ts';

const USAGE =
  'usage: npm run bench:fixes -- FIXES MIRRORS [--sample N] [--seed S] [--ordinary FILE] [--json] ' +
  '[--only REPO_REGEX] [--results FILE] [--change-rules-only] [--models FILE [--record FOLDER] [--replay FOLDER]] [-- review options]';

/** What the command line asks for. */
export interface BenchArguments {
  readonly fixes: string;
  readonly mirrors: string;
  /** How many fixes, and as many ordinary commits; all when missing. */
  readonly sample: number | undefined;
  readonly seed: number;
  readonly ordinary: string | undefined;
  readonly json: boolean;
  readonly only: RegExp;
  readonly results: string | undefined;
  /** Whether the rules that compare two versions run by themselves, instead of reviews. */
  readonly changeRulesOnly: boolean;
  /** Options of the review, after `--`. */
  readonly review: readonly string[];
}

/** @throws UsageError with the usage, for arguments that are wrong */
export function parseArguments(args: readonly string[]): BenchArguments {
  const cut = args.indexOf('--');
  const own = cut < 0 ? args : args.slice(0, cut);
  try {
    const { values, positionals } = parseArgs({
      args: [...own],
      options: {
        sample: { type: 'string' },
        seed: { type: 'string', default: '1' },
        ordinary: { type: 'string' },
        json: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        results: { type: 'string' },
        'change-rules-only': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [fixes, mirrors] = positionals;
    if (fixes === undefined || mirrors === undefined || positionals.length > 2) {
      throw new Error('two paths are needed');
    }
    const { ordinary, json, results } = values;
    return {
      ...{ fixes, mirrors, ordinary, json, results },
      sample: values.sample === undefined ? undefined : wholeNumber('--sample', values.sample),
      seed: wholeNumber('--seed', values.seed),
      only: new RegExp(values.only),
      changeRulesOnly: values['change-rules-only'],
      review: cut < 0 ? [] : args.slice(cut + 1),
    };
  } catch (thrown) {
    throw new UsageError(`${messageOf(thrown)}\n${USAGE}`);
  }
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} needs a whole number`);
  return Number(text);
}
