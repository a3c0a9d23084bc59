/** How near the files of a project are to one of them. */
export class Nearness {
  private readonly folders: readonly string[];
  private readonly included: readonly string[];
  private readonly places: ReadonlySet<string>;
  private readonly reached: ReadonlySet<string>;
  private readonly known = new Map<string, number>();

  /**
   * @param included the paths in its `#include` directives
   * @param reached the files that it includes, directly or through others
   */
  constructor(file: string, included: readonly string[], reached: ReadonlySet<string>) {
    this.reached = reached;
    this.folders = foldersOf(file);
    const isPlace = (path: string) => path.startsWith('/');
    this.places = new Set(included.filter(isPlace).map((path) => path.slice(1)));
    this.included = included
      .filter((path) => !isPlace(path))
      .map((path) => path.replace(/^(?:\.{1,2}\/)+/, ''));
  }

  /** The definitions in the files that are nearest. */
  best<T extends { readonly file: string }>(definitions: readonly T[]): readonly T[] {
    const nearness = definitions.map(({ file }) => this.of(file));
    const most = Math.max(...nearness);
    return definitions.filter((_, index) => nearness[index] === most);
  }

  /**
   * An included file is nearer than those that others include for it, and these than all others; of two, the one that
   * shares more folders.
   */
  private of(file: string): number {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const folders = foldersOf(file);
    let shared = 0;
    while (shared < folders.length && folders[shared] === this.folders[shared]) shared += 1;
    const isIncluded =
      this.places.has(file) ||
      this.included.some((path) => file === path || file.endsWith(`/${path}`));
    const nearness = shared + (isIncluded ? INCLUDED : this.reached.has(file) ? REACHED : 0);
    this.known.set(file, nearness);
    return nearness;
  }
}

/** More than the folders of any path. */
const REACHED = 10_000;
const INCLUDED = 2 * REACHED;

function foldersOf(file: string): string[] {
  return file.split('/').slice(0, -1);
}
