import { posix } from 'node:path';

/** Imports of types alone are gone when the code runs. */
const TYPES = /\bimport type\b[^;]*;/g;
const IMPORT = /\b(?:from|import|import\()\s*'(\.{1,2}\/[^']+)'/g;
/** Loaded by one subcommand, while all others lead to it too. */
const LATE_IMPORT = /\bimport\(\s*'[^']+'\s*\)/g;
const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
const TEST = /^test\/.*\.test\.ts$/;

/** What starts the program has to bundle it first, which takes seconds for each change. */
const PROGRAM = 'test/support/once/program.ts';

/** In imports, from what no import leads to. */
const FAR = 9;

/** So many tests of a folder are all about what is in it. In larger ones each is about a module of its own. */
const SMALL_FOLDER = 6;

/** In imports at most, from a test of such a folder, which may reach the source in a roundabout way: behind those of two. */
const CLOSE = 2.5;

/**
 * The tests that judge changes of a source, in the order in which they are to run: the one that mirrors it, or its folder, then
 * those that lead to it over the fewest imports, or share a small folder with it. Of these, the ones that name what it exports, that mirror what imports it,
 * or are in its folder come before others, what starts the program or loads the source late after them, and of their like
 * those that load the least come first. What starts the program leads to nothing by imports: it judges what leads to the
 * module that it mirrors.
 * @param sources the text of every module, by its path
 * @param most how many of them at most
 * @param slow tests that come late too, unless they mirror the source
 */
export function judges(
  sources: ReadonlyMap<string, string>,
  most: number,
  slow: ReadonlySet<string>,
): (file: string) => string[] {
  const imports = importsOf(sources);
  const importers = turned(imports);
  const earlyImporters = turned(importsOf(sources, LATE_IMPORT));
  const loads = new Map<string, ReadonlyMap<string, number>>();
  const loadedBy = (test: string) => {
    const known = loads.get(test) ?? distancesTo(test, imports);
    loads.set(test, known);
    return known;
  };
  return (file) => {
    const mirror = mirrorOf(file);
    const folder = mirror.slice(0, mirror.lastIndexOf('/') + 1);
    const ofFolder = `${folder.slice(0, -1)}.test.ts`;
    const distances = distancesTo(file, importers);
    const early = distancesTo(file, earlyImporters);
    const mirrors = new Map([...distances].map(([one, distance]) => [mirrorOf(one), distance + 1]));
    const names = exportedBy(sources.get(file) ?? '');
    const isNear = (test: string) => test.startsWith(folder);
    const tests = [...sources.keys()].filter((one) => TEST.test(one));
    const isSmall = tests.filter(isNear).length <= SMALL_FOLDER;
    const rankOf = (test: string): readonly number[] => {
      const known = distances.get(test) ?? mirrors.get(test) ?? FAR;
      const distance = isSmall && isNear(test) ? Math.min(known, CLOSE) : known;
      const isOwn = names?.test(sources.get(test) ?? '') === true || mirrors.has(test);
      const loaded = loadedBy(test);
      const isLate = distances.has(test) && !early.has(test);
      const nearness = distance - Number(isOwn) - Number(isNear(test));
      return [
        Number(test !== mirror),
        Number(test !== ofFolder),
        nearness + (loaded.has(PROGRAM) ? 2 : 0) + (isLate ? 3 : 0) + (slow.has(test) ? 4 : 0),
        loaded.size,
      ];
    };
    const importing = [...distances.keys()].filter((one) => TEST.test(one));
    const near = tests.filter((one) => isNear(one) || mirrors.has(one));
    const first = [mirror, ofFolder].filter((one) => sources.has(one));
    const all = [...new Set([...first, ...importing, ...near])];
    const ranks = new Map(all.map((test) => [test, rankOf(test)]));
    return all.toSorted((a, b) => compared(ranks.get(a), ranks.get(b))).slice(0, most);
  };
}

/** The path of the test that mirrors a source, whether there is one or not. */
function mirrorOf(file: string): string {
  return `test/${file.replace(/^src\//, '')}`.replace(/\.ts$/, '.test.ts');
}

/** Finds the names that a module exports. */
function exportedBy(text: string): RegExp | undefined {
  const names = [...text.matchAll(EXPORT)].flatMap(([, name]) => name ?? []);
  return names.length === 0 ? undefined : new RegExp(`\\b(?:${names.join('|')})\\b`);
}

function compared(a: readonly number[] = [], b: readonly number[] = []): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/**
 * The modules that each imports, by its path.
 * @param ignored what is no import here
 */
function importsOf(
  sources: ReadonlyMap<string, string>,
  ignored?: RegExp,
): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const early = ignored === undefined ? text : text.replaceAll(ignored, '');
    const paths = [...early.replaceAll(TYPES, '').matchAll(IMPORT)].map(([, path = '']) => path);
    found.set(
      file,
      paths.map((path) => posix.join(posix.dirname(file), path)),
    );
  }
  return found;
}

function turned(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [from, list] of graph) {
    for (const to of list) {
      const others = found.get(to);
      if (others === undefined) found.set(to, [from]);
      else others.push(from);
    }
  }
  return found;
}

/** How many steps lead from a module to each other, itself among them. */
function distancesTo(
  file: string,
  graph: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [one, distance] of distances) {
    for (const next of graph.get(one) ?? []) {
      if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  return distances;
}
