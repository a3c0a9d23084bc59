/** Which of some names the files of a tree mention, each file read once. */
export class MentionedNames {
  private readonly names: ReadonlySet<string>;
  private readonly textOf: (path: string) => string | undefined;
  private readonly found = new Map<string, ReadonlySet<string>>();

  constructor(names: Iterable<string>, textOf: (path: string) => string | undefined) {
    this.names = new Set(names);
    this.textOf = textOf;
  }

  /** The names that any of some files mentions, in code, comments or conditions. */
  readonly in = (paths: readonly string[]): ReadonlySet<string> => {
    const all = new Set<string>();
    for (const path of paths) for (const name of this.inFile(path)) all.add(name);
    return all;
  };

  private inFile(path: string): ReadonlySet<string> {
    const known = this.found.get(path);
    if (known !== undefined) return known;
    const words = new Set(this.textOf(path)?.match(/[A-Za-z_$][\w$]*/g));
    const mentioned = this.names.intersection(words);
    this.found.set(path, mentioned);
    return mentioned;
  }
}
