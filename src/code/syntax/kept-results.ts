/** How a text treats what one function returns and what it keeps in a variable or a field. */
export interface KeptResults {
  readonly tested: number;
  readonly untested: number;
}

const CONDITIONS = new Set(['if', 'while', 'for']);
const CONNECTIVES = new Set(['&&', '||', '?']);

/** What ends an expression that has no parentheses of its own. */
const ENDS = new Set([';', '{', '}', '=', ',', ':', '?', 'return']);

/** What stands before a star that reads through a pointer, and is none of a declaration. */
const BEFORE_STATEMENT = new Set([';', '{', '}', ':', 'else', 'do', '(', '=', ',']);

/**
 * Counts, in the tokens of one function, the calls whose results are kept, and those of which something is asked
 * anywhere in it: what `resultUses` counts on the lowered function, read without a parser. Types are not known, so
 * that results that are no pointers count as well.
 */
export function keptResults(
  tokens: readonly string[],
  count: (callee: string, isTested: boolean) => void,
): void {
  const kept: { callee: string; target: string }[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    if (tokens[at] !== '=') continue;
    const callee = calledBehind(tokens, at + 1);
    const target = callee && targetBefore(tokens, at);
    if (callee && target) kept.push({ callee, target });
  }
  if (kept.length === 0) return;
  const asked = askedIn(tokens);
  for (const { callee, target } of kept) count(callee, asked.has(target));
}

/** The function whose call an expression begins with, behind casts. */
function calledBehind(tokens: readonly string[], from: number): string | undefined {
  let at = from;
  while (tokens[at] === '(') {
    const end = closing(tokens, at);
    if (!isWord(tokens[end - 1]) && tokens[end - 1] !== '*') return undefined;
    at = end + 1;
  }
  const name = tokens[at];
  return name !== undefined && isWord(name) && tokens[at + 1] === '(' ? name : undefined;
}

/** The variable or field that is assigned to. */
function targetBefore(tokens: readonly string[], equals: number): string | undefined {
  let at = equals - 1;
  for (;;) {
    while (tokens[at] === ']') at = opening(tokens, at) - 1;
    if (!isWord(tokens[at])) return undefined;
    if (tokens[at - 1] !== '.' && tokens[at - 1] !== '->') break;
    at -= 2;
  }
  let stars = at;
  while (tokens[stars - 1] === '*') stars -= 1;
  const isRead = stars < at && BEFORE_STATEMENT.has(tokens[stars - 1] ?? ';');
  return tokens.slice(isRead ? stars : at, equals).join('');
}

/** The texts of all that conditions ask something of, but for pointers that they only look through. */
function askedIn(tokens: readonly string[]): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (CONDITIONS.has(token) && tokens[at + 1] === '(')
      askedBetween(tokens, at + 2, closing(tokens, at + 1), asked);
    else if (CONNECTIVES.has(token))
      askedBetween(tokens, startOf(tokens, at), token === '?' ? at : endOf(tokens, at), asked);
  }
  return asked;
}

function askedBetween(
  tokens: readonly string[],
  from: number,
  to: number,
  asked: Set<string>,
): void {
  for (let at = from; at < to; at += 1) {
    const before = tokens[at - 1];
    if (!isWord(tokens[at]) || before === '.' || before === '->') continue;
    let text = tokens[at] ?? '';
    let next = at + 1;
    for (; next < to; next += 1) {
      const token = tokens[next];
      if (token === '.') asked.add(text);
      if (token === '[') {
        const end = closing(tokens, next);
        text += tokens.slice(next, end + 1).join('');
        next = end;
      } else if ((token === '.' || token === '->') && isWord(tokens[next + 1])) {
        text += `${token}${tokens[next + 1]}`;
        next += 1;
      } else break;
    }
    const isThrough = before === '*' && !isOperand(tokens[at - 2]);
    asked.add(isThrough ? `*${text}` : text);
  }
}

/** Whether a token ends an operand, so that a star behind it multiplies. */
function isOperand(token: string | undefined): boolean {
  return isWord(token) || token === ')' || token === ']' || /^\d/.test(token ?? '');
}

function startOf(tokens: readonly string[], from: number): number {
  let at = from - 1;
  for (; at >= 0; at -= 1) {
    const token = tokens[at] ?? '';
    if (token === ')' || token === ']') at = opening(tokens, at);
    else if (token === '(' || token === '[' || ENDS.has(token)) break;
  }
  return at + 1;
}

function endOf(tokens: readonly string[], from: number): number {
  let at = from + 1;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token === '(' || token === '[') at = closing(tokens, at);
    else if (token === ')' || token === ']' || ENDS.has(token)) break;
  }
  return at;
}

/** Where a parenthesis or bracket is closed; the end where it is not. */
function closing(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    if (tokens[at] === '(' || tokens[at] === '[') depth += 1;
    else if ((tokens[at] === ')' || tokens[at] === ']') && --depth === 0) return at;
  }
  return tokens.length;
}

function opening(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at >= 0; at -= 1) {
    if (tokens[at] === ')' || tokens[at] === ']') depth += 1;
    else if ((tokens[at] === '(' || tokens[at] === '[') && --depth === 0) return at;
  }
  return 0;
}

function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[A-Za-z_$\u0080-\uffff]/.test(token);
}
