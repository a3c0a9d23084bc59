import type { RustToken } from '../account/tokens.ts';

/** The names that code uses, by how it does. */
export interface CodeNames {
  /** Without anything before them: `LIMIT`, `clamp(…)`, and variables of its own. */
  readonly plain: ReadonlySet<string>;
  /** Called on a value: `buffer.len()`. */
  readonly methods: ReadonlySet<string>;
  readonly macros: ReadonlySet<string>;
  /** Behind a path, by the name before: `Buffer::new`; empty where that is no name, as in `<T as Read>::read`. */
  readonly paths: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that it gives to others itself: `type Own = …`, `use … as Own`. */
  readonly aliases: ReadonlySet<string>;
}

const KEYWORDS = new Set(
  (
    'as async await break const continue dyn else enum extern false fn for if impl in let loop match mod ' +
    'move mut pub ref return static struct trait true type unsafe use where while'
  ).split(' '),
);

/** Tells the names that tokens use. */
export function namesIn(tokens: readonly RustToken[]): CodeNames {
  const [plain, methods, macros, aliases] = [1, 2, 3, 4].map(() => new Set<string>());
  const paths = new Map<string, Set<string>>();
  const textAt = (at: number) => tokens[at]?.text ?? '';
  for (const [at, { kind, text }] of tokens.entries()) {
    // `format!("{LIMIT}")` reads a constant.
    if (kind === 'text')
      for (const [, word = ''] of text.matchAll(/\{([A-Za-z_]\w*)/g)) plain?.add(word);
    if (kind !== 'word' || KEYWORDS.has(text)) continue;
    const [before, next] = [textAt(at - 1), textAt(at + 1)];
    const name = plainName(text);
    if (before === 'type' || before === 'as') aliases?.add(name);
    if (next === '!' && /^[([{\w]/.test(textAt(at + 2))) macros?.add(name);
    else if (before === '::') {
      const owner = tokens[at - 2];
      const isName = owner?.kind === 'word' && textAt(at - 3) !== '$';
      const key = isName ? plainName(owner.text) : '';
      paths.set(key, (paths.get(key) ?? new Set()).add(name));
    } else if (before === '.' && textAt(at - 2) !== '.') {
      if (next === '(' || next === '::') methods?.add(name);
    } else plain?.add(name);
  }
  const none = new Set<string>();
  return {
    ...{ plain: plain ?? none, methods: methods ?? none, macros: macros ?? none },
    ...{ paths, aliases: aliases ?? none },
  };
}

/** A name without the mark that makes one of a keyword. */
export function plainName(name: string): string {
  return name.replace(/^r#/, '');
}
