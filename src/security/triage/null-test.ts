/** Lines between a test and the place that it protects: further away, too much can happen in between. */
const MAX_BETWEEN = 15;

/** Longer lines are none that a person has written. */
const MAX_TEXT = 3000;

/** What leaves the block that a test is in, as the last statement of its body. */
const LEAVES =
  /(?:\b(?:return|goto|throw)\b[^;{}]*|\b(?:break|continue|abort\s*\(\s*\)|exit\s*\([^()]*\)))\s*;\s*$/;

/** With these between them, control may come to the place without the test, or again after a change. */
const JOINS = /\b(?:for|while|do|case|default|switch|else)\b|^\s*[A-Za-z_]\w*\s*:(?!:)/m;

/**
 * The line of a test `if (x == NULL) return;` that stands right before a place, in the same block or one
 * around it, where nothing in between can change `x` or go around the test.
 * @param code the lines of a file without comments
 * @param from first line of the function
 * @param line the place
 * @param expression the pointer, as the source has it
 */
export function nullTestBefore(
  code: readonly string[],
  from: number,
  line: number,
  expression: string,
): number | undefined {
  const first = Math.max(from, line - MAX_BETWEEN);
  const text = code.slice(first - 1, line - 1).join('\n');
  if (text.length > MAX_TEXT) return undefined;
  // Blanks may stand between any two signs.
  const signs = expression.match(/\w+|[^\w\s]/g) ?? [];
  const pointer = signs.map((sign) => (/\w/.test(sign) ? sign : `\\${sign}`)).join('\\s*');
  const isNull = `(?:!\\s*${pointer}|${pointer}\\s*==\\s*(?:NULL|0|nullptr)|(?:NULL|0|nullptr)\\s*==\\s*${pointer})`;
  const tests = [
    ...text.matchAll(new RegExp(`\\bif\\s*\\(\\s*\\(?\\s*${isNull}\\s*\\)?\\s*(\\)|\\|\\|)`, 'g')),
  ];
  const test = tests.at(-1);
  if (test === undefined) return undefined;
  const rest = text.slice(test.index + 2);
  const condition = closing(rest, rest.indexOf('('), '(', ')');
  if (condition === undefined || rest.slice(0, condition).includes('&&')) return undefined;
  const body = bodyEnd(rest, condition + 1);
  if (body === undefined || !LEAVES.test(rest.slice(condition + 1, body).replace(/\}\s*$/, ''))) {
    return undefined;
  }
  const between = rest.slice(body);
  if (JOINS.test(between) || leavesBlock(between) || mayChange(between, expression))
    return undefined;
  return first + text.slice(0, test.index).split('\n').length - 1;
}

/** Where a bracket that opens at a place is closed. */
function closing(text: string, at: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let place = at; place >= 0 && place < text.length; place += 1) {
    if (text[place] === open) depth += 1;
    else if (text[place] === close) {
      depth -= 1;
      if (depth === 0) return place;
    }
  }
  return undefined;
}

/** Behind the body of an `if` whose condition ends at a place: a block, or one statement. */
function bodyEnd(text: string, at: number): number | undefined {
  const start = at + text.slice(at).search(/\S/);
  if (text[start] === '{') {
    const end = closing(text, start, '{', '}');
    return end === undefined ? undefined : end + 1;
  }
  const end = text.indexOf(';', start);
  return end < 0 ? undefined : end + 1;
}

/** Whether a text ends outside of the block that it begins in. */
function leavesBlock(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Whether statements may give the pointer another value: by an assignment, or through its address. */
function mayChange(text: string, expression: string): boolean {
  const isVariable = /^\w+$/.test(expression);
  // What a field holds, any function may change that is called.
  if (!isVariable && /\w\s*\(/.test(text.replaceAll(/\b(?:if|sizeof|return)\s*\(/g, '')))
    return true;
  const parts = expression.match(/[A-Za-z_]\w*/g) ?? [];
  return parts.some((name) =>
    new RegExp(
      `&\\s*${name}\\b|\\b${name}\\b(?:\\s*\\[[^\\]]*\\])?\\s*(?:[-+*/|&^]|<<|>>)?=(?!=)|(?:\\+\\+|--)\\s*${name}\\b|\\b${name}\\s*(?:\\+\\+|--)`,
    ).test(text),
  );
}
