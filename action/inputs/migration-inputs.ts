import { filePathSchema, functionNameSchema } from '../../src/github/commands/function-id.ts';
import { inputError, lines, parseFlag, parseInteger, text } from './parse-input.ts';

/** A function as the workflow names it: `parse`, or `src/a.c:parse` where several files have one. */
export interface NamedFunction {
  readonly name: string;
  readonly file: string | undefined;
}

/** The inputs of mode migrate, as far as no other mode has them. */
export interface MigrationInputs {
  /** C functions, each once; none for the next of the order. */
  readonly functions: readonly NamedFunction[];
  /** C functions that are none of the next ones. */
  readonly skipped: readonly NamedFunction[];
  /** How many of the next functions, where none are named. */
  readonly maxFunctions: number;
  /** The folder of the crate, relative to the project's; undefined where the configuration counts. */
  readonly crate: string | undefined;
  /** Whether pull requests are opened. */
  readonly pullRequests: boolean;
}

const FOLDER = /^[\w-]{1,100}(?:\/[\w-]{1,100}){0,9}$/;

/** Each function is a pull request that a person has to read. */
const MAX_FUNCTIONS = 20;
const MAX_SKIPPED = 1000;

/** @throws UsageError naming the input, its value and what is expected */
export function migrationInputs(): MigrationInputs {
  const crate = text('crate');
  if (crate !== undefined && !FOLDER.test(crate)) {
    throw inputError('crate', crate, 'expected a folder below the project, such as rust');
  }
  return {
    functions: functions('functions', MAX_FUNCTIONS),
    skipped: functions('skip-functions', MAX_SKIPPED),
    maxFunctions: parseInteger('max-functions', 1, MAX_FUNCTIONS) ?? 1,
    crate,
    pullRequests: parseFlag('pull-requests', true),
  };
}

function functions(input: string, most: number): NamedFunction[] {
  // The form that starts a workflow by hand has one line for an input.
  const words = lines(input).flatMap((line) => line.split(','));
  const named = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
  if (named.length > most)
    throw inputError(input, `${named.length} names`, `at most ${most} in one run`);
  return named.map((line) => {
    // One colon at most: two are the beginning of what the runner takes for a command.
    const at = line.indexOf(':');
    const name = functionNameSchema.safeParse(line.slice(at + 1)).data;
    const file = at < 0 ? undefined : filePathSchema.safeParse(line.slice(0, at)).data;
    if (name !== undefined && (at < 0 || file !== undefined)) return { name, file };
    throw inputError(input, line, 'expected names of C functions, such as parse or src/a.c:parse');
  });
}
