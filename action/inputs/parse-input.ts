import { getInput } from '@actions/core';
import { didYouMean } from '../../src/did-you-mean.ts';
import { UsageError } from '../../src/errors.ts';

/** An input, trimmed; undefined where it is empty, as the runner makes those that are not set. */
export function text(name: string): string | undefined {
  return getInput(name) || undefined;
}

/** What an input has on its lines, but for empty ones. */
export function lines(name: string): string[] {
  return (text(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** @throws UsageError for another name than these */
export function parseChoice<const Name extends string>(
  name: string,
  known: readonly Name[],
): Name | undefined {
  const value = text(name);
  return value === undefined ? undefined : parseOneOf(name, value, known);
}

/** @throws UsageError for a value that is none of these, with the nearest */
export function parseOneOf<Name extends string>(
  name: string,
  value: string,
  known: readonly Name[],
): Name {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  const near = didYouMean(value, known);
  const hint = near === undefined ? `expected ${known.join(', ')}` : `did you mean ${near}?`;
  throw inputError(name, value, hint);
}

/**
 * The spellings of YAML 1.2, as `core.getBooleanInput` takes them.
 * @throws UsageError for any other
 */
export function parseFlag(name: string, preset: boolean): boolean {
  const value = text(name);
  if (value === undefined) return preset;
  if (/^(true|True|TRUE)$/.test(value)) return true;
  if (/^(false|False|FALSE)$/.test(value)) return false;
  throw inputError(name, value, 'expected true or false');
}

/** @throws UsageError for what is no number above 0 */
export function parseAmount(name: string): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw inputError(name, value, 'expected a number above 0');
}

/** @throws UsageError for what is no whole number in these bounds, both included */
export function parseInteger(name: string, least: number, most: number): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw inputError(name, value, `expected a whole number from ${least} to ${most}`);
}

/** An error that names the input, its value, and what is expected. */
export function inputError(name: string, value: string, hint: string): UsageError {
  return new UsageError(`the input ${name} is ${JSON.stringify(value.slice(0, 100))}: ${hint}`);
}
