import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import type { ModelFlags } from '../../model/configuration/load-configuration.ts';

const flagsSchema = z.object({
  models: z.string().optional(),
  llmGroup: z.string().optional(),
  maxCost: z.number().optional(),
  maxMonthCost: z.number().optional(),
  maxTokens: z.number().optional(),
});

/** Adds the options of all commands that ask models. */
export function addModelOptions(command: Command): Command {
  return command
    .option('--models <file>', 'the models file, instead of the one in your configuration folder')
    .option('--llm-group <name>', 'the group of models to ask')
    .option('--max-cost <dollars>', 'stop asking before models cost more', dollars)
    .option(
      '--max-month-cost <dollars>',
      'stop asking before models cost more for this repository in one month',
      dollars,
    )
    .option('--max-tokens <number>', 'stop asking before models use more tokens', tokens);
}

export function parseModelOptions(command: Command): ModelFlags {
  return flagsSchema.parse(command.opts());
}

/** @throws InvalidArgumentError for what is no sum of money */
function dollars(value: string): number {
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Expected a number of dollars above 0, such as 0.50.');
}

function tokens(value: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}
