import { basename, dirname, join } from 'node:path/posix';

/** What the files of a project include: the paths in the `#include` directives of each, by its own path. */
export type Includes = ReadonlyMap<string, readonly string[]>;

/** A path in an `#include` directive that only the preprocessor knows. */
export const BY_MACRO = '*';

/** What the path of a header begins with that is included on other systems alone. */
export const ELSEWHERE = '!';

/**
 * What the path of a header begins with whose own includes are named beside it: what it includes is chosen by who includes
 * it.
 */
export const SPELLED_OUT = '=/';

/** Finds the files that others include, directly or through others, as far as they are of the project. */
export class ReachedHeaders {
  private readonly includes: Includes;
  private readonly byName: ReadonlyMap<string, readonly string[]>;
  /** What the files of the project include themselves, each found once. */
  private readonly places = new Map<string, readonly string[]>();
  private readonly steps = new Map<string, readonly (readonly string[])[]>();

  constructor(includes: Includes) {
    this.includes = includes;
    this.byName = Map.groupBy(includes.keys(), (file) => basename(file));
  }

  /**
   * The files that may be read where one is compiled: where nothing says which of several a path means, all of them.
   * @param included the paths in the `#include` directives of `file`; those that begin with `/` are places below the root
   */
  reachedFrom(file: string, included: readonly string[]): ReadonlySet<string> {
    const reached = new Set(this.placesOf(file, included));
    const spelledOut = spelledOutIn(included);
    // A set gives what is added to it while it is gone through, too.
    for (const header of reached)
      if (!spelledOut.has(header)) for (const place of this.includedBy(header)) reached.add(place);
    return reached;
  }

  /** The files that are read only on other systems where one is compiled, out of those that it reaches there. */
  elsewhereFrom(
    file: string,
    included: readonly string[],
    reached: ReadonlySet<string>,
  ): ReadonlySet<string> {
    const found = new Set(this.placesOf(file, pathsElsewhere(included)));
    const spelledOut = spelledOutIn(included);
    for (const header of reached)
      if (!spelledOut.has(header))
        for (const place of this.placesOf(header, pathsElsewhere(this.includes.get(header) ?? [])))
          found.add(place);
    for (const header of found)
      if (!reached.has(header)) for (const place of this.includedBy(header)) found.add(place);
    for (const header of reached) found.delete(header);
    return found;
  }

  /** Whether any file may include another one. */
  isIncluded(file: string): boolean {
    return this.includes.has(file);
  }

  /**
   * Whether what a file reaches is all that it sees of the project: what others include sees what they have included
   * before, and what a macro includes is not known.
   */
  isWhole(file: string, included: readonly string[], reached: ReadonlySet<string>): boolean {
    if (this.isIncluded(file) || reached.size === 0 || included.includes(BY_MACRO)) return false;
    const spelledOut = spelledOutIn(included);
    return [...reached].every(
      (header) => spelledOut.has(header) || this.includes.get(header)?.includes(BY_MACRO) !== true,
    );
  }

  /** The files that each path may mean which a header includes in every build. */
  stepsFrom(header: string): readonly (readonly string[])[] {
    const known = this.steps.get(header);
    if (known !== undefined) return known;
    const steps = (this.includes.get(header) ?? []).map((path) => this.placesOf(header, [path]));
    this.steps.set(header, steps);
    return steps;
  }

  private includedBy(header: string): readonly string[] {
    const known = this.places.get(header);
    if (known !== undefined) return known;
    const places = this.placesOf(header, this.includes.get(header) ?? []);
    this.places.set(header, places);
    return places;
  }

  /** An `#include` means the file beside the one that has it, or else any whose path ends with it. */
  placesOf(file: string, included: readonly string[]): readonly string[] {
    return included.flatMap((path) => {
      if (path.startsWith(ELSEWHERE) || path.startsWith(SPELLED_OUT)) return [];
      const beside = path.startsWith('/') ? path.slice(1) : join(dirname(file), path);
      if (this.includes.has(beside)) return [beside];
      return (this.byName.get(basename(path)) ?? []).filter((one) => leadsTo(path, one));
    });
  }
}

/** The headers whose own includes are named beside them. */
function spelledOutIn(included: readonly string[]): ReadonlySet<string> {
  return new Set(
    included.flatMap((path) =>
      path.startsWith(SPELLED_OUT) ? path.slice(SPELLED_OUT.length) : [],
    ),
  );
}

/** The paths that are included on other systems alone. */
function pathsElsewhere(included: readonly string[]): readonly string[] {
  return included.flatMap((path) => (path.startsWith(ELSEWHERE) ? path.slice(1) : []));
}

/** Whether a path in an `#include` directive may mean a file. */
export function leadsTo(path: string, file: string): boolean {
  if (path.startsWith('/')) return path.slice(1) === file;
  const end = path.replace(/^(?:\.{1,2}\/)+/, '');
  return file === end || file.endsWith(`/${end}`);
}

/** The includes of those files that others may include, by the last parts of paths. */
export function includesOfHeaders(
  files: readonly { readonly file: string; readonly included: readonly string[] }[],
): Includes {
  const names = new Set(
    files.flatMap(({ included }) =>
      included.map((path) => basename(path.startsWith(ELSEWHERE) ? path.slice(1) : path)),
    ),
  );
  return new Map(
    files
      .filter(({ file }) => names.has(basename(file)))
      .map(({ file, included }) => [file, included]),
  );
}
