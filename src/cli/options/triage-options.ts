import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { TRIAGE_DEFAULTS } from '../../entry/review/review-options.ts';
import { UsageError } from '../../errors.ts';
import type { OpenModelFlags } from '../../model/open-model.ts';
import { TRIAGE_STAGES } from '../../security/triage/triage-stage.ts';
import { addModelOptions, parseModelOptions } from './model-options.ts';
import { addTelemetryOptions, telemetryOptionsSchema } from './telemetry-options.ts';
import { toolServerOption, toolServerSchema } from './tool-server-option.ts';

/** The stages that can be the last one: the scan as well. */
const LAST_STAGES = ['scan', ...TRIAGE_STAGES] as const;

const optionsSchema = telemetryOptionsSchema.extend({
  model: z.boolean(),
  estimate: z.boolean().default(false),
  verify: z.boolean(),
  reproduce: z.boolean(),
  reproductions: z.string().optional(),
  concurrency: z.number(),
  clusterLimit: z.number(),
  discoverLimit: z.number(),
  maxMinutes: z.number().optional(),
  until: z.enum(LAST_STAGES).optional(),
  toolServer: z.array(toolServerSchema).default([]),
  strictReplay: z.boolean().default(false),
  allowUnsandboxed: z.boolean().default(false),
});

export type TriageCommandOptions = z.infer<typeof optionsSchema> & {
  readonly models: OpenModelFlags;
};

/** Adds the options of commands that have models triage candidates. */
export function addTriageOptions(command: Command): Command {
  addTelemetryOptions(addModelOptions(command))
    .option('--no-model', 'ask no model, whatever is configured')
    .option('--estimate', 'ask no model: say what a review would ask, and what that may cost')
    .option('--no-verify', 'do not have a second agent refute what the first one derives')
    .option('--no-reproduce', 'run no findings: build no drivers that show them')
    .option(
      '--reproductions <folder>',
      'where scripts go that show findings again, instead of .rustward/sec/reproductions',
    )
    .option(
      '--concurrency <number>',
      'conversations with models at the same time',
      upTo(64),
      TRIAGE_DEFAULTS.concurrency,
    )
    .option(
      '--cluster-limit <number>',
      'candidates that are grouped together',
      upTo(200),
      TRIAGE_DEFAULTS.clusterLimit,
    )
    .option(
      '--discover-limit <number>',
      'groups of functions that models look at for defects in one run; the next run goes on; 0: none',
      upTo(10_000, 0),
      TRIAGE_DEFAULTS.discoverLimit,
    )
    .option('--max-minutes <number>', 'stop asking after so many minutes', minutes)
    .addOption(
      new Option('--until <stage>', 'the last stage to do; the next run goes on').choices(
        LAST_STAGES,
      ),
    )
    .option(
      '--tool-server <name=command>',
      'let agents use the tools of an MCP server on stdio, with the permission to run; name:read=command: to read; may be repeated',
      toolServerOption,
    )
    .option('--strict-replay', 'refuse recorded answers to questions that have changed since')
    .option('--allow-unsandboxed', 'let agents run scripts without a sandbox: trusted trees only');
  return command;
}

/** @throws UsageError for options that do not fit together */
export function parseTriageOptions(command: Command): TriageCommandOptions {
  const options = optionsSchema.parse(command.opts());
  const { strictReplay } = options;
  const asks = options.until !== undefined && options.until !== 'scan' ? '--until' : undefined;
  const estimates = options.estimate ? '--estimate' : asks;
  const named = options.strictReplay ? '--strict-replay' : estimates;
  if (!options.model && named !== undefined) {
    throw new UsageError(`--no-model and ${named} do not fit`);
  }
  if (options.estimate && options.until === 'scan')
    throw new UsageError('--estimate and --until scan do not fit: a scan asks no model');
  const models = { ...parseModelOptions(command), strictReplay };
  return { ...options, models };
}

function upTo(most: number, least = 1): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

function minutes(value: string): number {
  const number = Number(value);
  if (number > 0 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a number of minutes above 0, such as 30.');
}
