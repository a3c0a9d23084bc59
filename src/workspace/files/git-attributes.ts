import { pathPatterns } from './path-patterns.ts';
import { readSourceText, TEXT_LIMITS } from './source-text.ts';

/** The name of the files in which a tree gives its files attributes (gitattributes(5)). */
export const GIT_ATTRIBUTES = '.gitattributes';

/** What one line of such a file says. */
interface Line {
  /** Whether it speaks of a path, from the folder of the file on. */
  readonly fits: (path: string) => boolean;
  readonly attributes: ReadonlyMap<string, boolean>;
}

/** Whether an attribute is set, and the file that says so. */
interface Settled {
  readonly value: boolean;
  readonly by: string;
}

/** What the `.gitattributes` of a tree say of its files. Those outside of it, such as a person's own, do not count. */
export class GitAttributes {
  private readonly root: string;
  private readonly distrusted: ReadonlySet<string>;
  private readonly known = new Map<string, readonly Line[]>();

  /** @param distrusted paths of files that are not believed */
  constructor(root: string, distrusted: Iterable<string>) {
    this.root = root;
    this.distrusted = new Set(distrusted);
  }

  /**
   * Whether an attribute of a file is set (`name`, `name=true`) or unset (`-name`, `name=false`): by the last line that fits
   * in the nearest folder.
   * @returns undefined where nothing is said of it
   */
  of(file: string, attribute: string): Settled | undefined {
    const parts = file.split('/');
    for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
      const by = [...parts.slice(0, depth), GIT_ATTRIBUTES].join('/');
      const path = parts.slice(depth).join('/');
      const line = this.linesOf(by).findLast(
        ({ fits, attributes }) => attributes.has(attribute) && fits(path),
      );
      const value = line?.attributes.get(attribute);
      if (value !== undefined) return { value, by };
    }
    return undefined;
  }

  private linesOf(file: string): readonly Line[] {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const source = this.distrusted.has(file)
      ? undefined
      : readSourceText(this.root, file, TEXT_LIMITS);
    const lines = source === undefined || 'skip' in source ? [] : parseAttributes(source.text);
    this.known.set(file, lines);
    return lines;
  }
}

function parseAttributes(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(?:"([^"]+)"|([^\s"#[]\S*))\s+(\S.*)$/.exec(line);
    const pattern = match?.[1] ?? match?.[2];
    // Patterns that take away what others say are not known there.
    if (pattern === undefined || pattern.startsWith('!')) return [];
    const rules = pathPatterns(pattern);
    const attributes = new Map((match?.[3] ?? '').trim().split(/\s+/).map(attributeOf));
    return [{ fits: (path: string) => rules.ignores(path), attributes }];
  });
}

function attributeOf(word: string): [string, boolean] {
  if (word.startsWith('-')) return [word.slice(1), false];
  const [name = '', value = 'true'] = word.split('=', 2);
  return [name, value !== 'false'];
}
