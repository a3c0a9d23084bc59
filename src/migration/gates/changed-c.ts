import { type GateResult, resultOfFaults } from './gate-result.ts';

const SOURCES = /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|inc|def|s|S)$/;

/**
 * Fails when a C source is not what it was: the Rust is compared with it, so no migration may change it.
 * @param before by path, the text or a digest of it; so `after`
 */
export function changedC(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): GateResult {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) =>
    SOURCES.test(path),
  );
  const faults = paths.sort().flatMap((file) => {
    const [was, is] = [before.get(file), after.get(file)];
    if (was === is) return [];
    const what = is === undefined ? 'is gone' : was === undefined ? 'is new' : 'was changed';
    return [{ file, line: 0, what: `the C source ${file} ${what}` }];
  });
  return resultOfFaults('changed C', faults, `${paths.length} C sources as they were`);
}
