import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { didYouMean } from '../../did-you-mean.ts';
import { REPORT_DEFAULTS } from '../../entry/review/review-options.ts';
import { UsageError } from '../../errors.ts';
import { CATEGORY_RULE, isCategory } from '../../security/report/category.ts';
import type { Limit } from '../../security/report/fail-on.ts';
import { FAIL_ON } from '../../security/report/fail-on.ts';
import { checkOutputs, FORMATS, type ReportTarget } from '../output/report-target.ts';
import { addTreeOptions, folderName, treeOptionsSchema } from './tree-options.ts';

const optionsSchema = treeOptionsSchema.extend({
  format: z.enum(FORMATS),
  output: z.string().optional(),
  report: z.array(z.object({ format: z.enum(FORMATS), file: z.string() })),
  failOn: z.enum(['high', 'medium', 'low', 'none']),
  failAbove: z.array(z.object({ of: z.string(), most: z.number() })),
  baseline: z.string().optional(),
  category: z.string().optional(),
  excludeRule: z.array(z.string()),
  onlyRule: z.array(z.string()),
  onlyNew: z.boolean().default(false),
  includeExisting: z.boolean().default(false),
  whole: z.boolean().default(false),
  minConfidence: z.number(),
  rateAsNew: z.boolean().default(false),
  timeout: z.number().optional(),
  fileTimeout: z.number().optional(),
  state: z.boolean(),
  stateDir: z.string().optional(),
  quiet: z.boolean().default(false),
  verbose: z.boolean().default(false),
});

export type ScanCommandOptions = z.infer<typeof optionsSchema>;

const RULE_NAMES =
  'WHAT what this rule finds: an id, or a part of several (use_*), a weakness (CWE-416), category:NAME; may be repeated';

/** Adds the options that scan and review share. */
export function addScanOptions(command: Command): Command {
  command
    .addOption(
      new Option('--format <format>', 'how the report is written').choices(FORMATS).default('text'),
    )
    .option('--output <file>', 'write the report to a file instead of printing it')
    .option(
      '--report <format=file>',
      'write a further report; may be repeated',
      parseReportTarget,
      [],
    )
    .addOption(
      new Option('--fail-on <severity>', 'the lowest severity that fails the run')
        .choices([...FAIL_ON])
        .default(REPORT_DEFAULTS.failOn),
    )
    .option(
      '--fail-above <what=number>',
      'fail the run above so many findings of a severity, or of a rule, CWE-416 or category:NAME; may be repeated',
      parseLimit,
      [],
    )
    .option(
      '--baseline <file|commit>',
      'compare with an earlier result (json, sarif, candidates.jsonl) or with a commit',
    )
    .option(
      '--category <name>',
      "what tells this run's results in code scanning from those of others",
      category,
    )
    .option('--exclude-rule <name>', RULE_NAMES.replace('WHAT', 'leave out'), collected, [])
    .option('--only-rule <name>', RULE_NAMES.replace('WHAT', 'report only'), collected, [])
    .option('--include-existing', 'report also what the base of a review or the baseline has')
    .option('--whole', 'examine also the files that a change does not reach')
    .option('--only-new', 'report only what the baseline does not know, as is the default')
    .option(
      '--min-confidence <number>',
      'leave out what is less sure',
      confidence,
      REPORT_DEFAULTS.minConfidence,
    );
  command.option('--no-config', 'let no .github/rustward.yml and no .rustwardignore count');
  command.option('--rate-as-new', 'rank no finding lower for the size of the tree');
  command.option(
    '--timeout <seconds>',
    'report what was done by then, name the rest and end as inconclusive',
    seconds,
  );
  command.option(
    '--file-timeout <seconds>',
    'examine what can be of each file in so many seconds of a processor, and name the rest',
    seconds,
  );
  return addTreeOptions(command)
    .option('--no-state', 'do not write .rustward/sec/candidates.jsonl')
    .option('--state-dir <folder>', 'write .rustward/sec below this folder instead', folderName)
    .option('--quiet', 'print nothing but the report, and what of the settings does nothing')
    .option('--verbose', 'name every file that was not examined, and every rule that was silenced');
}

/**
 * Checks the options that commander parsed.
 * @throws UsageError for options that do not fit together, or a file that cannot be written
 */
export function parseScanOptions(
  command: Command,
): ScanCommandOptions & { reports: ReportTarget[] } {
  const options = optionsSchema.parse(command.opts());
  const clash = (left: string, right: string) => new UsageError(`${left} and ${right} do not fit`);
  if (options.quiet && options.verbose) throw clash('--quiet', '--verbose');
  if (options.stateDir !== undefined && !options.state) throw clash('--state-dir', '--no-state');
  if (options.onlyNew && options.includeExisting) throw clash('--only-new', '--include-existing');
  if (options.onlyNew && options.baseline === undefined) {
    throw new UsageError('--only-new needs a --baseline to compare with');
  }
  const main =
    options.output === undefined ? [] : [{ format: options.format, file: options.output }];
  const reports = [...main, ...options.report];
  checkOutputs(reports);
  return { ...options, reports };
}

function confidence(value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

function seconds(value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Expected a number of seconds above 0.');
}

function parseReportTarget(value: string, previous: readonly ReportTarget[]): ReportTarget[] {
  const cut = value.indexOf('=');
  const [name, file] = [value.slice(0, cut), value.slice(cut + 1)];
  if (cut < 1 || file === '') {
    throw new InvalidArgumentError('Expected a format and a file, such as sarif=report.sarif.');
  }
  const format = FORMATS.find((known) => known === name);
  if (format !== undefined) return [...previous, { format, file }];
  const near = didYouMean(name, FORMATS);
  const hint = near === undefined ? `Allowed are ${FORMATS.join(', ')}.` : `Did you mean ${near}?`;
  throw new InvalidArgumentError(`There is no format ${name}. ${hint}`);
}

function parseLimit(
  value: string,
  previous: readonly Pick<Limit, 'of' | 'most'>[],
): Pick<Limit, 'of' | 'most'>[] {
  const [, of, most] = /^([A-Za-z*][\w.:/*-]{0,99})=(\d{1,6})$/.exec(value) ?? [];
  if (of === undefined || most === undefined) {
    throw new InvalidArgumentError('Expected a kind and a number, such as medium=3 or CWE-416=0.');
  }
  return [...previous, { of, most: Number(most) }];
}

function category(value: string): string {
  if (!isCategory(value)) throw new InvalidArgumentError(CATEGORY_RULE);
  return value;
}

function collected(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
