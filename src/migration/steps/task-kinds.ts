import { lex, type Token } from '../../code/syntax/lexer.ts';
import type { CFunctionSource } from './step.ts';

/** What makes the work on a C function of its kind, in words that a question shows. */
type TaskKind =
  | 'takes a buffer and its length'
  | 'takes a function to call'
  | 'takes variable arguments'
  | 'walks a list by pointers'
  | 'allocates memory'
  | 'frees memory'
  | 'keeps state between calls'
  | 'leaves by goto'
  | 'works on bits'
  | 'returns negative numbers for errors'
  | 'works on a union';

type TaskSource = Pick<CFunctionSource, 'signature' | 'text' | 'context'>;

const ALLOCATING: ReadonlySet<string> = new Set(['malloc', 'calloc', 'realloc', 'strdup']);
const BIT_SIGNS: ReadonlySet<string> = new Set(['<<', '>>', '<<=', '>>=', '^', '^=', '~']);
const BUFFER = /\b(?:char|void|u?int8_t)\b[^,]*(?:\*|\[)/;
const LENGTH = /\bsize_t\s+\w+$|\b(?:n|len|length|size|count)$/;

/**
 * What the tokens of a C function say of the work on it, always in the same order. Names of types and macros are not
 * resolved: what a macro hides is not seen.
 */
export function taskKinds({ signature, text, context }: TaskSource): readonly TaskKind[] {
  const body = bodyOf(lex(text));
  const texts = body.map((token) => token.text);
  const parameters = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
  const tests: readonly (readonly [TaskKind, boolean])[] = [
    ['takes a buffer and its length', takesBuffer(parameters)],
    ['takes a function to call', /\(\s*\*\s*\w*\s*\)\s*\(/.test(parameters)],
    ['takes variable arguments', parameters.includes('...')],
    ['walks a list by pointers', texts.some((_, at) => isStepAlongList(texts, at))],
    ['allocates memory', texts.some((one, at) => ALLOCATING.has(one) && texts[at + 1] === '(')],
    ['frees memory', texts.some((one, at) => one === 'free' && texts[at + 1] === '(')],
    ['keeps state between calls', texts.includes('static')],
    ['leaves by goto', texts.includes('goto')],
    ['works on bits', texts.some((one) => BIT_SIGNS.has(one))],
    ['returns negative numbers for errors', body.some((_, at) => isNegativeReturn(body, at))],
    ['works on a union', lex(context).some((token) => token.text === 'union')],
  ];
  return tests.flatMap(([kind, holds]) => (holds ? [kind] : []));
}

function bodyOf(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex(({ text }) => text === '{');
  return start === -1 ? [] : tokens.slice(start);
}

function takesBuffer(parameters: string): boolean {
  const all = parameters.split(',').map((one) => one.trim());
  const hasLength = all.some((one) => !/[*[]/.test(one) && LENGTH.test(one));
  return hasLength && all.some((one) => BUFFER.test(one));
}

/** Such as `node = node->next`. */
function isStepAlongList(texts: readonly string[], at: number): boolean {
  const [name, equals, from, arrow, , end] = texts.slice(at, at + 6);
  const isAlone = texts[at - 1] !== '.' && texts[at - 1] !== '->';
  return (
    isAlone && equals === '=' && name === from && arrow === '->' && (end === ';' || end === ')')
  );
}

function isNegativeReturn(body: readonly Token[], at: number): boolean {
  const [first, second, third] = body.slice(at, at + 3);
  return first?.text === 'return' && second?.text === '-' && third?.kind === 'number';
}
