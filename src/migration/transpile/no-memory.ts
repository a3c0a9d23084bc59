/** A variable that gets memory, or null where there is none: also by one of two calls, as in `p = n ? malloc(n) : malloc(1)`. */
const ALLOCATED =
  /(\w+)\s*=(?!=)[^;={}]*?\b(?:malloc|calloc|realloc|reallocarray|aligned_alloc)\s*\(/g;

/**
 * The text of a C function without what it does only where an allocation has failed, such as to print and to end the
 * program: Rust itself ends it then.
 * @param text of the function, without its comments
 */
export function withoutNoMemory(text: string): string {
  const pointers = [...text.matchAll(ALLOCATED)];
  const names = new Set(pointers.map(([, name = '']) => name));
  let rest = text;
  for (const { at, condition, behind } of conditionsOf(text).reverse()) {
    const asked = condition.split('&&');
    const isAlternative = condition.includes('||');
    const end = endOfStatement(text, behind);
    if (!isAlternative && asked.some((part) => isNull(part, names))) {
      // What stands behind `else` is done where there is memory.
      rest = `${rest.slice(0, behind)};${rest.slice(end)}`;
    } else if (asked.length === 1 && !isAlternative && isSome(condition, names)) {
      const statement = text.slice(behind, end);
      const isOnlyReturn = /^\s*\{?\s*return\b[^;]*;\s*\}?\s*$/.test(statement);
      const depth = depthAt(text, at);
      if (isOnlyReturn && depth === 1) rest = `${rest.slice(0, end)}}`;
    }
  }
  return rest;
}

interface Condition {
  /** Where the `if` begins. */
  readonly at: number;
  readonly condition: string;
  /** Where what depends on it begins. */
  readonly behind: number;
}

function conditionsOf(text: string): Condition[] {
  return [...text.matchAll(/\bif\s*\(/g)].map((found) => {
    const open = found.index + found[0].length - 1;
    const behind = closing(text, open, '(', ')') + 1;
    return { at: found.index, condition: text.slice(open + 1, behind - 1), behind };
  });
}

/** Whether a part of a condition holds only where one of the names is null. */
function isNull(part: string, names: ReadonlySet<string>): boolean {
  const plain = part.replaceAll(/\s+/g, '');
  const asked =
    /^!\(?(\w+)\)?$/.exec(plain) ??
    /^\(?(\w+)\)?==(?:\w*NULL|nullptr|0)$/.exec(plain) ??
    /^(?:\w*NULL|nullptr|0)==(\w+)$/.exec(plain) ??
    /^!\((\w+)=/.exec(plain) ??
    /^\((\w+)=.*\)==(?:\w*NULL|nullptr|0)$/.exec(plain);
  return asked?.[1] !== undefined && names.has(asked[1]);
}

function isSome(part: string, names: ReadonlySet<string>): boolean {
  const plain = part.replaceAll(/\s+/g, '');
  const asked = /^\(?(\w+)\)?(?:!=(?:\w*NULL|nullptr|0))?$/.exec(plain);
  return asked?.[1] !== undefined && names.has(asked[1]);
}

/** Behind the statement that begins at an offset: a block, or up to its semicolon. */
function endOfStatement(text: string, from: number): number {
  const begin = from + (/\S/.exec(text.slice(from))?.index ?? 0);
  if (text[begin] === '{') return closing(text, begin, '{', '}') + 1;
  const end = text.indexOf(';', begin);
  return end < 0 ? text.length : end + 1;
}

/** The bracket that closes the one at an offset; brackets in literals are none. */
function closing(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.slice(at).matchAll(TOKEN)) {
    if (token === open) depth += 1;
    if (token === close) depth -= 1;
    if (depth === 0) return at + index;
  }
  return text.length;
}

function depthAt(text: string, at: number): number {
  const tokens = [...text.slice(0, at).matchAll(TOKEN)].map(([token]) => token);
  return tokens.filter((one) => one === '{').length - tokens.filter((one) => one === '}').length;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[(){}]/g;
