import { posix } from 'node:path';

const IMPORT = /\b(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;
const TEST = /^test\/.*\.test\.ts$/;

/**
 * The tests that judge changes of a source: the one that mirrors it, or its folder, then those that lead to it over the fewest
 * imports, of its own folder first. A test that starts the program leads to none of it by imports: it judges what
 * it mirrors.
 * @param sources the text of every module, by its path
 * @param most how many of them at most
 */
export function judges(
  sources: ReadonlyMap<string, string>,
  most: number,
): (file: string) => string[] {
  const importers = importersOf(sources);
  return (file) => {
    const mirror = `test/${file.replace(/^src\//, '')}`;
    const own = mirror.replace(/\.ts$/, '.test.ts');
    const folder = mirror.slice(0, mirror.lastIndexOf('/') + 1);
    const distances = distancesTo(file, importers);
    const isNear = (test: string) => test.startsWith(folder);
    const found = [...distances.keys()]
      .filter((one) => TEST.test(one))
      .toSorted((a, b) => {
        const nearer = (distances.get(a) ?? 0) - (distances.get(b) ?? 0);
        return nearer || Number(isNear(b)) - Number(isNear(a));
      });
    const mirrors = [...sources.keys()].filter((one) => TEST.test(one) && isNear(one));
    const ofFolder = `${folder.slice(0, -1)}.test.ts`;
    const first = [own, ofFolder].filter((one) => sources.has(one));
    return [...new Set([...first, ...found, ...mirrors])].slice(0, most);
  };
}

/** The modules that import each, by its path. */
function importersOf(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const imported = posix.join(posix.dirname(file), path);
      const list = importers.get(imported);
      if (list === undefined) importers.set(imported, [file]);
      else list.push(file);
    }
  }
  return importers;
}

/** How many imports lead from each module to a file. */
function distancesTo(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [one, distance] of distances) {
    for (const importer of importers.get(one) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}
