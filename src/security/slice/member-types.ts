import type { SourceIndex } from './source-index.ts';

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** Words that stand where a type does, and are none. */
const NO_TYPE =
  /^(?:return|else|case|goto|delete|throw|sizeof|typeof|struct|union|enum|const|typedef|define)$/;

const kept = new WeakMap<SourceIndex, Map<string, readonly string[]>>();

/**
 * The types that the tree declares a name with, as members or variables: `struct server` by `struct server *srv, *next;`,
 * `entry_t` by `entry_t *first`. In the order in which they stand.
 */
export function declaredTypes(name: string, index: SourceIndex): readonly string[] {
  const known = kept.get(index) ?? new Map<string, readonly string[]>();
  kept.set(index, known);
  const types = known.get(name) ?? [...typesOf(name, index)];
  known.set(name, types);
  return types;
}

function typesOf(name: string, index: SourceIndex): ReadonlySet<string> {
  const declared = new RegExp(
    `\\b((?:struct|union)\\s+)?([A-Za-z_]\\w*)(?:\\s+|\\s*\\*)[\\s*]*(?:\\w+(?:\\[\\w*\\])?\\s*,[\\s*]*){0,8}${name}\\s*(?:\\[[^\\]]*\\]\\s*)*[,;=]`,
  );
  const found = new Set<string>();
  for (const file of index.files) {
    for (const line of index.code(file)) {
      if (!line.includes(name)) continue;
      const [, tag, type = ''] = declared.exec(line.slice(0, MAX_LINE)) ?? [];
      if (type !== '' && !NO_TYPE.test(type))
        found.add(`${tag === undefined ? '' : 'struct '}${type}`);
    }
  }
  return found;
}

/**
 * Whether something of the one types may be of the others. A tag and another name of a type do not tell whether they
 * mean one, nor does what is not declared.
 */
export function areOfOneType(some: readonly string[], others: readonly string[]): boolean {
  if (some.length === 0 || others.length === 0) return true;
  return some.some((one) =>
    others.some(
      (other) => one === other || one.startsWith('struct ') !== other.startsWith('struct '),
    ),
  );
}

/** The name of a type as `declaredTypes` gives it, by the text of a function that uses it. */
export function asDeclared(type: string, body: string): string {
  return new RegExp(`\\b(?:struct|union)\\s+${type}\\b`).test(body) ? `struct ${type}` : type;
}
