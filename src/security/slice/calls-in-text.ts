/** A call as the text of a file has it. */
export interface CallInText {
  readonly name: string;
  /** The line with the name. */
  readonly line: number;
  /** The line with the bracket that ends it. */
  readonly endLine: number;
  /** What stands between the brackets. */
  readonly passed: string;
}

/** A call that goes on for more lines is read to here. */
const MAX_LINES = 12;

/**
 * The calls that begin on some lines of a file, also those inside of other calls, in the order of the text. A
 * condition in brackets behind `if` or `while` is one of them, by that name.
 * @param code the lines of the file without comments
 * @param first first line, from 1
 * @param last last line on which one may begin
 */
export function callsInText(code: readonly string[], first: number, last: number): CallInText[] {
  const calls: CallInText[] = [];
  for (let line = first; line <= last; line += 1) {
    for (const { 0: whole, 1: name = '', index } of (code[line - 1] ?? '').matchAll(
      /([A-Za-z_]\w*)\s*\(/g,
    )) {
      const { endLine, passed } = readTo(code, line, index + whole.length);
      calls.push({ name, line, endLine, passed });
    }
  }
  return calls;
}

/** What follows a bracket up to the one that ends it. */
function readTo(
  code: readonly string[],
  line: number,
  column: number,
): Pick<CallInText, 'endLine' | 'passed'> {
  let depth = 1;
  let passed = '';
  const last = Math.min(code.length, line + MAX_LINES - 1);
  for (let at = line; at <= last; at += 1) {
    const text = code[at - 1] ?? '';
    for (const char of at === line ? text.slice(column) : text) {
      if (char === '(') depth += 1;
      if (char === ')') depth -= 1;
      if (depth === 0) return { endLine: at, passed };
      passed += char;
    }
    passed += '\n';
  }
  return { endLine: last, passed };
}
