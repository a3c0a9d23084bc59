import type { Token } from '../../syntax/lexer.ts';

/**
 * What no C or C++ has, wherever it stands: the lines that git leaves where versions were not merged, the first line
 * of a script, and declarations of Java and C#.
 * @param all the tokens of the file, directives among them
 * @param tokens those of one build
 */
export function foreignPlaces(
  all: readonly Token[],
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const marks = new Set([...text.matchAll(CONFLICT)].map(({ index }) => index));
  const conflicts = marks.size === 0 ? [] : all.filter(({ start }) => marks.has(start));
  const [first] = all;
  const isScript = first !== undefined && /^#!/.test(first.text) && !/\btcc\b/.test(first.text);
  const declarations = tokens.filter((_, at) => isOfAnotherLanguage(tokens, at));
  return [...conflicts, ...(isScript ? [first] : []), ...declarations];
}

const CONFLICT = /^(?:<{7} .*|={7}|>{7} .*)$/gm;

/** Words before a declaration, which C++ has only with a colon. */
const MODIFIER = /^(?:public|private|protected)$/;

function isOfAnotherLanguage(tokens: readonly Token[], at: number): boolean {
  const { text, kind } = tokens[at] ?? { text: '', kind: 'sign' };
  if (kind !== 'word') return false;
  if (MODIFIER.test(text)) return isModifier(tokens, at);
  const name = endOfName(tokens, at + 1);
  if (name === undefined || !isStart(tokens, at)) return false;
  // `using System;`, `package a.b;`: names of C++ have two colons, and `using` alone is for those.
  if (text === 'using' || text === 'package') return tokens[name]?.text === ';';
  // `import a.b.*;`: modules have no star.
  return text === 'import' && tokens[name]?.text === '.' && tokens[name + 1]?.text === '*';
}

/** Whether a word stands before a declaration: `private int a`, and not `class b : private c` or `private slots:`. */
function isModifier(tokens: readonly Token[], at: number): boolean {
  const [next, second] = [tokens[at + 1], tokens[at + 2]];
  return isStart(tokens, at) && next?.kind === 'word' && second?.text !== ':';
}

function isStart(tokens: readonly Token[], at: number): boolean {
  return at === 0 || /^[;{}]$/.test(tokens[at - 1]?.text ?? '');
}

/** The index behind a name whose parts are divided by points; undefined where there is none. */
function endOfName(tokens: readonly Token[], from: number): number | undefined {
  if (tokens[from]?.kind !== 'word') return undefined;
  let at = from + 1;
  while (tokens[at]?.text === '.' && tokens[at + 1]?.kind === 'word') at += 2;
  return at;
}
