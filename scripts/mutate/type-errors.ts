import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutated, type SourceMutant } from './mutant.ts';

/** A change, and what the compiler says of it: undefined where nothing is wrong. */
type TypeError = readonly [SourceMutant, string | undefined];

/** What the compiler writes of the types that each module exports. */
const DECLARATIONS = '.types';

const TO_DECLARE = [
  ...['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'],
  ...['--rootDir', '.', '--outDir', DECLARATIONS],
];

/**
 * Has the compiler judge changes, nearly all of them in one run: what is wrong with a file is the doing of its own change, unless that
 * of a file which it imports has changed an exported type. Those that do are tried alone. So are further changes of a file.
 * @param folder a copy of the repository
 */
export function* typeErrors(
  folder: string,
  mutants: readonly SourceMutant[],
): Generator<TypeError, void> {
  const perFile = Map.groupBy(mutants, ({ file }) => file);
  const first = [...perFile.values()].flatMap(([mutant]) => mutant ?? []);
  const before = declared(folder, first);
  const after = changed(folder, first, () => declared(folder, first));
  const alike = first.filter(({ file }) => after.textOf(file) === before.textOf(file));
  const together =
    alike.length === first.length ? after : changed(folder, alike, () => declared(folder, alike));
  rmSync(join(folder, DECLARATIONS), { recursive: true, force: true });
  for (const mutant of alike) yield [mutant, together.errors.get(mutant.file)];
  const judged = new Set(alike);
  for (const mutant of mutants.filter((one) => !judged.has(one))) {
    yield [mutant, changed(folder, [mutant], () => firstTypeError(folder))];
  }
}

/** Does something while changes are made in their files. */
function changed<T>(folder: string, mutants: readonly SourceMutant[], work: () => T): T {
  const sources = mutants.map((mutant) => {
    const path = join(folder, mutant.file);
    return { mutant, path, text: readFileSync(path, 'utf8') };
  });
  try {
    for (const { mutant, path, text } of sources) writeFileSync(path, mutated(text, mutant));
    return work();
  } finally {
    for (const { path, text } of sources) writeFileSync(path, text);
  }
}

interface Declared {
  /** The first error of each file that has any. */
  readonly errors: ReadonlyMap<string, string>;
  /** The types that a file exports. */
  textOf(file: string): string | undefined;
}

function declared(folder: string, mutants: readonly SourceMutant[]): Declared {
  const said = compile(folder, TO_DECLARE);
  const errors = new Map<string, string>();
  for (const line of said.split('\n')) {
    const [, file] = /^(\S[^(]*)\(\d+,\d+\): error /.exec(line) ?? [];
    if (file !== undefined && !errors.has(file)) errors.set(file, line);
  }
  const texts = new Map(
    mutants.map(({ file }) => {
      return [
        file,
        readFileSync(join(folder, DECLARATIONS, file.replace(/\.ts$/, '.d.ts')), 'utf8'),
      ];
    }),
  );
  return { errors, textOf: (file) => texts.get(file) };
}

/** What the compiler says first; undefined where nothing is wrong. */
function firstTypeError(folder: string): string | undefined {
  return (
    compile(folder, ['--incremental', '--tsBuildInfoFile', '.types.tsbuildinfo']).split('\n')[0] ||
    undefined
  );
}

/** @returns the lines of errors, which are none where all is well */
function compile(folder: string, options: readonly string[]): string {
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, '--project', '.', ...options],
    {
      ...{ cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    },
  );
  if (status === 0) return '';
  if (stdout === '') throw new Error(`the compiler ended with status ${status}: ${stderr}`);
  return stdout;
}
