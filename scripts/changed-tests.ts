import { posix } from 'node:path';

const MODULE = /\.(?:ts|js|mjs|cjs)$/;
const TEST = /^test\/(?!(?:.*\/)?fixtures\/).*\.test\.ts$/;

/** A change of these can change any test. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|jest\.config\.js|scripts\/(?:(?:test|temporary-folder)\.ts|setup)|test\/support\/(?:fresh-modules\.ts|slow-tests\.cjs|test-(?:environment\.ts|globals\.ts|runtime\.ts|sequencer\.cjs)))$/;

/** The module that says where files lie which the program reads itself. */
const OWN_FILES = /(?:^|\/)own-files\.ts$/;

/** Whether a file is read for what it names: a module, but none that tests only look at. */
export function isModule(file: string): boolean {
  return MODULE.test(file) && !/\/fixtures\/|^examples\/|^action\/dist\//.test(file);
}

/**
 * The tests that a change can touch: those that are changed themselves, and those that lead to a
 * changed file by what modules import, start as a process, or read. All of these have the path in
 * their text, so that every path in quotes counts, also that of a folder, as if it were imported.
 * @param changed paths that differ, also of files that are gone
 * @param files all paths of the repository
 * @param sources the text of every module among them
 */
export function testsTouched(
  changed: readonly string[],
  files: readonly string[],
  sources: ReadonlyMap<string, string>,
): string[] {
  const tests = files.filter((file) => TEST.test(file));
  if (changed.some((file) => EVERYTHING.test(file))) return tests;
  const dependents = dependentsOf([...files, ...changed], sources);
  const reached = new Set<string>();
  const queue = changed.flatMap((file) => [file, ...testOfSnapshot(file)]);
  for (const file of queue) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const place of [file, ...foldersOf(file)]) queue.push(...(dependents.get(place) ?? []));
  }
  return tests.filter((file) => reached.has(file));
}

function testOfSnapshot(file: string): string[] {
  const [, folder, name] = /^(.*)__snapshots__\/(.*)\.snap$/.exec(file) ?? [];
  return folder === undefined || name === undefined ? [] : [`${folder}${name}`];
}

interface Places {
  readonly files: ReadonlySet<string>;
  /** Folders in which nothing is a module. */
  readonly data: ReadonlySet<string>;
  /** The files that a pattern means; none where it is no pattern of paths in this repository. */
  matching(pattern: string): readonly string[];
}

function placesOf(paths: readonly string[]): Places {
  const withModules = new Set(paths.filter(isModule).flatMap(foldersOf));
  const folders = new Set(paths.flatMap(foldersOf));
  const seen = new Map<string, readonly string[]>();
  return {
    files: new Set(paths),
    data: new Set([...folders].filter((folder) => !withModules.has(folder))),
    matching(pattern) {
      const [folder = ''] = pattern.split(/\/?[^/]*\*/);
      if (!pattern.includes('*') || !(folders.has(folder) || /^\*\.\w+$/.test(pattern))) return [];
      const matching = seen.get(pattern) ?? paths.filter((one) => posix.matchesGlob(one, pattern));
      seen.set(pattern, matching);
      return matching;
    },
  };
}

/** The modules that name a file or folder, by its path. */
function dependentsOf(
  files: readonly string[],
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const places = placesOf(files);
  const ownFiles = [...sources].filter(([file]) => OWN_FILES.test(file));
  const exported = new Map(
    ownFiles.flatMap(([file, text]) => exportsOf(text).map(([name, part]) => [name, [file, part]])),
  );
  const dependents = new Map<string, string[]>();
  const add = (place: string, file: string) => {
    const list = dependents.get(place);
    if (list === undefined) dependents.set(place, [file]);
    else list.push(file);
  };
  for (const [file, text] of sources) {
    const isOwn = OWN_FILES.test(file);
    if (!isOwn) for (const place of pathsIn(file, text, places)) add(place, file);
    for (const [name, [owner = '', part = '']] of exported) {
      if (isOwn || !new RegExp(`\\b${name}\\b`).test(text)) continue;
      for (const place of pathsIn(owner, part, places)) add(place, file);
    }
  }
  return dependents;
}

/** The names that a module exports, each with the text that belongs to it. */
function exportsOf(text: string): [name: string, part: string][] {
  return text
    .split(/^export (?:const|function) /m)
    .slice(1)
    .map((part) => [/^\w+/.exec(part)?.[0] ?? '', part]);
}

/**
 * The files and folders that a text names: from its own folder or, as tests do it, from that of the
 * repository. Folders with modules are not meant: every module says `..` for one reason or another.
 */
function pathsIn(file: string, text: string, places: Places): Set<string> {
  const isProgram = file.startsWith('src/') && !OWN_FILES.test(file);
  const found = new Set<string>();
  for (const [, quoted = ''] of text.matchAll(/['"`]([^'"`\n]*)/g)) {
    // What stands before a variable, and what follows one that is a folder.
    const [first = '', ...later] = quoted.split(/\$\{[^}]*\}?/);
    for (const path of [first, ...later.map((one) => one.replace(/^\//, ''))]) {
      if (isProgram && !/^[.]{1,2}\//.test(path)) continue;
      for (const one of places.matching(path)) found.add(one);
      for (const base of [posix.dirname(file), '']) {
        const place = posix.join(base, path).replace(/\/$/, '');
        const isFile = places.files.has(place) && /\w[.]\w/.test(path);
        // A page's name alone is mostly that of a page in some other repository.
        const isMeant = base !== '' || path.includes('/') || !path.endsWith('.md');
        if ((isFile && isMeant) || places.data.has(place)) found.add(place);
      }
    }
  }
  found.delete(file);
  return found;
}

/** The folders that a file lies in, but for the whole repository, which says nothing. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}
