import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { UsageError } from '../../errors.ts';
import { leadsOutside } from '../../leads-outside.ts';
import { readTextIfAny } from '../artifacts/json-lines.ts';
import { type ScanUnitsOptions, scanUnits } from '../scan/scan-units.ts';

const HEADER = /\.(h|hh|hpp|hxx)$/i;
/** Of a function; that of a C file before it, where functions of several files have the name. */
const NAME = /^([^:\s]+\.[A-Za-z]\w*:(?!:))?[A-Za-z_$][\w$]*(::[A-Za-z_$][\w$]*)*$/;

/** How headers are read; not needed for lists. */
export type HeaderScanOptions = () => Promise<ScanUnitsOptions>;

/**
 * The functions that some files name: a header those it declares itself, any other file one on each
 * line, `#` beginning a comment. Without `main`, which is a root only for who names it; each once, in the order of the
 * files.
 * @param sources the real path of the folder of the C sources, in which headers must be
 * @throws UsageError naming the file, or the line, that cannot be used
 */
export async function loadRootNames(
  sources: string,
  files: readonly string[],
  headers: HeaderScanOptions,
): Promise<string[]> {
  const names: string[] = [];
  for (const file of files) {
    const isHeader = HEADER.test(file);
    names.push(...(isHeader ? await declaredIn(sources, file, headers) : listedIn(file)));
  }
  return [...new Set(names)].filter((name) => name !== 'main');
}

/** @throws UsageError when it is no name of a function */
export function checkedName(name: string, where: string): string {
  if (NAME.test(name)) return name;
  throw new UsageError(`${where}: ${JSON.stringify(name)} is no name of a function`);
}

async function declaredIn(
  sources: string,
  path: string,
  headers: HeaderScanOptions,
): Promise<readonly string[]> {
  const file = relative(sources, realPath(path));
  if (leadsOutside(file)) throw new UsageError(`the header ${path} is not in ${sources}`);
  const { units, problems } = await scanUnits(sources, [file], await headers());
  const problem = problems.find((found) => found.file === file);
  if (problem !== undefined) throw new UsageError(`the header ${path}: ${problem.message}`);
  const prototypes = units.flatMap((unit) => unit.prototypes);
  return prototypes.filter((found) => found.file === file).map(({ name }) => name);
}

function listedIn(path: string): string[] {
  const text = readTextIfAny(realPath(path)) ?? '';
  return text.split('\n').flatMap((line, index) => {
    const name = line.replace(/#.*/, '').trim();
    return name === '' ? [] : [checkedName(name, `line ${index + 1} of ${path}`)];
  });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new UsageError(`${path} does not exist`);
  }
}
