import { filePathSchema, functionNameSchema } from './function-id.ts';
import { type Instruction, MAX_NEXT } from './instruction.ts';

/** What `/migrate` takes after it, where no word of ours comes first. */
const USAGE = '/migrate FUNCTION [--file PATH] [--stack]';

/** Reads the words after `/migrate`. A function that is called as one of ours: `/migrate -- next`. */
export function parseMigrateInstruction(words: readonly string[]): Instruction {
  const [first, ...rest] = words;
  switch (first) {
    case undefined:
    case 'help':
      return { name: 'help' };
    case 'next':
      return parseNext(rest);
    case 'status':
    case 'stop':
      if (rest.length > 0) return mistaken(`\`/migrate ${first}\` takes nothing after it.`);
      return first === 'status' ? { name: 'migrate-status' } : { name: 'migrate-stop' };
    case 'retry': {
      const read = parseFunction(rest);
      if ('problem' in read) return mistaken(read.problem);
      const { stack, ...named } = read;
      return stack
        ? mistaken('`--stack` goes with `/migrate FUNCTION` only.')
        : { name: 'migrate-retry', ...named };
    }
    default: {
      const read = parseFunction(first === '--' ? rest : words);
      return 'problem' in read ? mistaken(read.problem) : { name: 'migrate', ...read };
    }
  }
}

/** Reads the word after `/approve`. */
export function parseApproveInstruction(words: readonly string[]): Instruction {
  const [word = '', ...rest] = words;
  const job = /^`?#?([1-9]\d{0,14})`?$/.exec(word)?.[1];
  if (job === undefined || rest.length > 0) {
    return mistaken('`/approve JOB`; the JOB is the number in the answer that asks for it.');
  }
  return { name: 'approve', job: Number(job) };
}

function parseNext(words: readonly string[]): Instruction {
  const [word = '1', ...rest] = words;
  const count = /^[1-9]\d{0,3}$/.test(word) ? Number(word) : 0;
  if (rest.length > 0 || count < 1 || count > MAX_NEXT) {
    return mistaken(`\`/migrate next [N]\`; N is a number from 1 to ${MAX_NEXT}.`);
  }
  return { name: 'migrate-next', count };
}

type Named =
  | { readonly function: string; readonly file?: string; readonly stack: boolean }
  | { readonly problem: string };

function parseFunction(words: readonly string[]): Named {
  let name: string | undefined;
  let file: string | undefined;
  let stack = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const option = /^--file(?:=(.*))?$/s.exec(word);
    if (word === '--stack') stack = true;
    else if (option !== null) {
      if (option[1] === undefined) at += 1;
      file = unquoted(option[1] ?? words[at] ?? '');
      if (!filePathSchema.safeParse(file).success) {
        return { problem: '`--file` takes the path of a file of the repository, without `..`.' };
      }
    } else if (name === undefined && !word.startsWith('--')) name = unquoted(word);
    else return { problem: `\`${shown(word)}\` makes no sense there: \`${USAGE}\`.` };
  }
  if (name === undefined) return { problem: `A function is missing: \`${USAGE}\`.` };
  if (!functionNameSchema.safeParse(name).success) {
    return {
      problem: `\`${shown(name)}\` is no name of a C function: letters, digits and \`_\`, at most 128 of them.`,
    };
  }
  return { function: name, stack, ...(file === undefined ? {} : { file }) };
}

function unquoted(word: string): string {
  return /^`(.*)`$/s.exec(word)?.[1]?.replace(/\(\)$/, '') ?? word.replace(/\(\)$/, '');
}

/** The answer repeats it, where letters and digits do nothing. */
function shown(word: string): string {
  return word.replaceAll(/[^A-Za-z0-9_-]/g, '?').slice(0, 40);
}

function mistaken(problem: string): Instruction {
  return { name: 'mistaken', problem };
}
