import type { ClangFunction } from '../../code/clang/unit.ts';
import { FILES, FILES_AFTER } from '../cases/file-fixture.ts';
import { type StreamPair, streamOutput } from '../pairing/stream-pair.ts';
import type { Output } from './comparison-plan.ts';

/** What is printed to. */
export const STANDARD_STREAMS = ['stdout', 'stderr'] as const;

/** What is read from where no stream is named. */
export const STANDARD_INPUT = 'stdin';

/** Functions of the C library that print without being given a stream. */
const PRINTING_FUNCTIONS =
  /^(?:v?printf|puts|putchar|putchar_unlocked|perror|v?(?:err|warn)x?|psignal|error|__assert_fail|getopt(?:_long)?(?:_only)?)$/;

/** Functions of the C library that end the process. */
const ENDING_FUNCTIONS = /^(?:_?exit|_Exit|quick_exit|abort|__assert_fail|v?errx?|error)$/;

/** Whether a C function, or what it calls in the project, prints. @param reached by it */
export function mayPrint(reached: readonly ClangFunction[]): boolean {
  return reached.some(
    ({ calls, globals }) =>
      calls.some((name) => PRINTING_FUNCTIONS.test(name)) ||
      STANDARD_STREAMS.some((name) => globals.includes(name)),
  );
}

/** Whether a C function, or what it calls in the project, ends the process. @param reached by it */
export function mayEndProcess(reached: readonly ClangFunction[]): boolean {
  return reached.some(({ calls }) => calls.some((name) => ENDING_FUNCTIONS.test(name)));
}

/** Functions of the C library that read from the standard input without being given a stream. */
const READING_FUNCTIONS = /^(?:getchar(?:_unlocked)?|v?scanf|gets)$/;

/** Whether a C function, or what it calls in the project, reads from the standard input. @param reached by it */
export function mayReadStdin(reached: readonly ClangFunction[]): boolean {
  return reached.some(
    ({ calls, globals, macros }) =>
      calls.some((name) => READING_FUNCTIONS.test(name)) ||
      globals.includes(STANDARD_INPUT) ||
      macros.includes('STDIN_FILENO'),
  );
}

/** Functions of the C library that look for files by their names, or change them. */
const FILE_FUNCTIONS =
  /^(?:f?open(?:64|at|dir)?|freopen|creat|(?:mk|rm)dir(?:at)?|unlink(?:at)?|remove|rename(?:at2?)?|(?:sym)?link(?:at)?|[fl]?stat(?:64|at|x)?|f?access(?:at)?|f?chmod(?:at)?|l?chown|readlink(?:at)?|realpath|truncate|utimes?|utimensat|futimens|mk(?:nod|fifo|stemp|dtemp)\w*|scandir|n?ftw|chdir|getcwd|__[flx]*stat\w*)$/;

/** Whether a C function, or what it calls in the project, uses files by their names. @param reached by it */
export function mayUseFiles(reached: readonly ClangFunction[]): boolean {
  return reached.some(({ calls }) => calls.some((name) => FILE_FUNCTIONS.test(name)));
}

const FOLDER_FUNCTION = /^(?!float|cat|stat|lstat|fstat|format|mktemp)\w+at2?$/;

/**
 * Whether a parameter that is a descriptor is that of a folder: functions such as `openat` are called,
 * and it is not itself read or written.
 */
export function isFolderIn(reached: readonly ClangFunction[], text: string, name: string): boolean {
  const isUsed = new RegExp(
    `\\b(?:p?readv?|p?writev?|lseek|fstat|ftruncate|fchmod|fdopen|fsync)\\s*\\(\\s*${name}\\b`,
  ).test(text);
  const known = reached.some(({ calls }) =>
    calls.some((one) => FOLDER_FUNCTION.test(one) && FILE_FUNCTIONS.test(one)),
  );
  return known && !isUsed;
}

/** What stands in the folder after a call, as an output of both sides. */
export function filesOutput(): Output {
  return {
    slot: { name: FILES, shape: FILES_AFTER },
    pair: { kind: 'files' },
    c: { value: FILES, when: undefined, length: undefined, destination: { kind: 'value' } },
    rust: 'printed',
  };
}

/** What is printed, as an output of both sides. */
export function printedOutput(key: (typeof STANDARD_STREAMS)[number]): Output {
  const pair: StreamPair = {
    ...{ kind: 'stream', key, does: 'writes', c: 'stream' },
    ...{ rust: 'printed', form: 'owned' },
  };
  return {
    slot: { name: key, shape: streamOutput(pair) },
    pair,
    c: { value: key, when: undefined, length: undefined, destination: { kind: 'value' } },
    rust: 'printed',
  };
}

/** Whether an output is there even if a call ends the process. */
export function outlivesProcess({ pair }: Output): boolean {
  return pair.kind === 'files' || (pair.kind === 'stream' && pair.does === 'writes');
}
