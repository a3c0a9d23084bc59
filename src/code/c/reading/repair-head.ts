import type { Token } from '../../syntax/lexer.ts';
import { behindBrackets } from './brackets.ts';
import { madeToken } from './made-tokens.ts';

/** Brackets outside of others, with what stands in them. */
interface Group {
  readonly open: number;
  /** Behind the closing one. */
  readonly end: number;
}

/**
 * A function whose head does not parse, with a plain one in its place: the name, its parameters as far as
 * they are understood, and the body as it is. So `static RESULT(int) f OF((int a)) {` becomes
 * `static int f(int a) {`, and `COMMAND(run) {` becomes `int run() {`.
 */
export function headRepaired(tokens: readonly Token[]): readonly Token[] {
  const groups: Group[] = [];
  let body = 0;
  for (; body < tokens.length && tokens[body]?.text !== '{'; body += 1) {
    if (tokens[body]?.text !== '(') continue;
    const end = behindBrackets(tokens, body);
    groups.push({ open: body, end });
    body = end - 1;
  }
  const first = tokens[0];
  if (body >= tokens.length || first === undefined || body === 0) return tokens;
  if (
    tokens
      .slice(0, body)
      .some(({ text }) => /^(?:=|class|namespace|template|::|operator)$/.test(text))
  )
    return tokens;
  const named = groups.filter(({ open }) => tokens[open - 1]?.kind === 'word');
  const chosen = named.findLast((group) => hasParameters(tokens, group)) ?? named[0];
  const isStatic = tokens.slice(0, body).some(({ text }) => text === 'static');
  const start = isStatic ? [madeToken('static', first)] : [];
  const block = tokens.slice(body);
  if (chosen === undefined) {
    const name = tokens.slice(0, body).findLast(({ kind }) => kind === 'word') ?? first;
    const head = [madeToken('int', first), { ...name, kind: 'word' as const }];
    return [...start, ...head, madeToken('(', first), madeToken(')', first), ...block];
  }
  const { name, given } = nameAndParameters(tokens, chosen, named.length === 1);
  const before = tokens.slice(0, tokens.indexOf(name));
  const stars = before.filter(({ text }) => text === '*');
  const type = before.findLast(({ text, kind }) => kind === 'word' && TYPE.test(text));
  const result = type ?? namedType(before) ?? madeToken('int', first);
  const list = commaSeparated(given).map((parameter) => parameterOf(parameter));
  const declarations = tokens.slice(chosen.end, body);
  const isOldStyle =
    declarations.at(-1)?.text === ';' && !declarations.some(({ text }) => text === '(');
  return [
    ...[...start, result, ...stars, name, madeToken('(', name)],
    ...list.flatMap((parameter, index) =>
      index === 0 ? parameter : [madeToken(',', name), ...parameter],
    ),
    ...[madeToken(')', name), ...(isOldStyle ? declarations : []), ...block],
  ];
}

const TYPE = /^(?:void|int|char|long|short|unsigned|float|double|size_t|ssize_t|bool|\w+_t)$/;

/** `context` of `context EXPORT make(`: a name that is written as types are, and not as macros. */
function namedType(head: readonly Token[]): Token | undefined {
  if (head.some(({ text }) => text === '(')) return undefined;
  return head.find(
    ({ kind, text }) => kind === 'word' && !NO_TYPE.test(text) && /[a-z]/.test(text),
  );
}

const NO_TYPE =
  /^(?:static|extern|inline|const|volatile|register|struct|union|enum|class|virtual|constexpr|_\w*|__\w+)$/;

/** Whether brackets hold parameters: none, `void`, two words in a row, a pointer, or the names of old-style ones. */
function hasParameters(tokens: readonly Token[], { open, end }: Group): boolean {
  const inside = tokens.slice(open + 1, end - 1);
  if (inside.length === 0 || (inside.length === 1 && inside[0]?.text === 'void')) return true;
  if (tokens[open + 1]?.text === '(' && behindBrackets(tokens, open + 1) === end - 1) return true;
  if (inside.some(({ kind }) => kind === 'string')) return false;
  return inside.some(
    ({ kind, text }, at) =>
      kind === 'word' &&
      (inside[at + 1]?.kind === 'word' || (inside[at + 1]?.text === '*' && text !== '')),
  );
}

function nameAndParameters(
  tokens: readonly Token[],
  { open, end }: Group,
  isOnly: boolean,
): { name: Token; given: readonly Token[] } {
  const word = tokens[open - 1];
  const inside = tokens.slice(open + 1, end - 1);
  const fallback: Token = { kind: 'word', text: 'made', start: 0, end: 0 };
  if (word === undefined) return { name: fallback, given: [] };
  const isWrapped = inside[0]?.text === '(' && behindBrackets(inside, 0) === inside.length;
  const outer = tokens[open - 2];
  if (isWrapped && outer?.kind === 'word') return { name: outer, given: inside.slice(1, -1) };
  const [only] = inside;
  if (isOnly && open === 1 && inside.length === 1 && only?.kind === 'word' && only.text !== 'void')
    return { name: only, given: [] };
  return { name: word, given: isWrapped ? inside.slice(1, -1) : inside };
}

function commaSeparated(tokens: readonly Token[]): Token[][] {
  const lists: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token.text)) depth += 1;
    else if (/^[)\]}]$/.test(token.text)) depth -= 1;
    if (token.text === ',' && depth === 0) lists.push([]);
    else if (lists.length === 0) lists.push([token]);
    else lists.at(-1)?.push(token);
  }
  return lists;
}

/** A parameter without the macros around it: `UNUSED(int a)` and `int a UNUSED` are `int a`. */
function parameterOf(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex(({ text }) => text === '(');
  if (open === 1 && behindBrackets(tokens, 1) === tokens.length) return tokens.slice(2, -1);
  if (open >= 0) return tokens;
  const brackets = tokens.findIndex(({ text }) => text === '[');
  const words = brackets < 0 ? tokens : tokens.slice(0, brackets);
  const rest = brackets < 0 ? [] : tokens.slice(brackets);
  const own = words.filter(
    ({ kind, text }, at) => kind !== 'word' || at === 0 || !/^[A-Z][A-Z0-9_]+$/.test(text),
  );
  return [...own, ...rest];
}
