import type { ClangRecord } from '../../code/clang/types.ts';
import {
  type LengthExpression,
  lengthText,
  namesInLength,
  parseLength,
} from '../cases/length-expression.ts';

/** A macro, by its name: `#define bytes(bits) (((bits) + 7) / 8)`. */
interface Macro {
  readonly params: readonly string[] | undefined;
  readonly body: string;
}

/** Macros within macros. */
const MAX_EXPANSIONS = 8;

/**
 * How many elements a pointer field of a record has, by the memory that functions take for it:
 * `set->words = calloc((bits + 63) / 64, sizeof *set->words)`, where `set->bits = bits`. This reads
 * the source as text: what it does not understand, or what functions say differently, tells nothing.
 * @param sources texts of C functions
 * @param text that has the macros which they use
 */
export function allocatedLengths(sources: readonly string[], text: string) {
  const macros = macrosOf(text);
  return (record: ClangRecord, field: string): LengthExpression | undefined => {
    const names = new Set((record.fields ?? []).map(({ name }) => name));
    const found = sources.flatMap((source) => {
      const plain = withoutComments(source);
      return countsFor(plain, field).flatMap((count) => {
        const length = parseLength(expandMacros(renameToFields(count, plain, names), macros));
        const isOfFields =
          length !== undefined && namesInLength(length).every((name) => names.has(name));
        return isOfFields && namesInLength(length).length > 0 ? [length] : [];
      });
    });
    const [first] = found;
    return new Set(found.map(lengthText)).size === 1 ? first : undefined;
  };
}

/** The texts of the numbers of elements that a function takes memory for, for a field. */
function countsFor(source: string, field: string): string[] {
  const assigned = new RegExp(
    `(?:->|\\.)\\s*${field}\\s*=\\s*(?:\\([\\w\\s*]+\\)\\s*)?(\\w*(?:m|c|re)alloc(?:array)?)\\s*\\(`,
    'g',
  );
  return [...source.matchAll(assigned)].flatMap((match) => {
    const args = argumentsAt(source, match.index + match[0].length);
    const [, name = ''] = match;
    const counted = /realloc$/.test(name) ? args.slice(1) : args;
    return counted.length === 1 ? withoutSize(counted[0] ?? '') : countOfTwo(counted);
  });
}

/** Of `calloc(n, sizeof (T))`: `n`, whichever way round. */
function countOfTwo(args: readonly string[]): string[] {
  const counts = args.filter((arg) => !isSize(arg));
  return args.length === 2 && counts.length === 1 ? counts : [];
}

/** Of `n * sizeof (T)`: `n`; memory without a `sizeof` is counted in bytes. */
function withoutSize(text: string): string[] {
  if (!/\bsizeof\b/.test(text)) return [text];
  const size = String.raw`sizeof\s*(?:\([^()]*\)|\*?\s*[\w.>-]+)`;
  const before = new RegExp(String.raw`^\s*${size}\s*\*\s*(.*)$`, 's').exec(text)?.[1];
  const after = new RegExp(String.raw`^(.*)\*\s*${size}\s*$`, 's').exec(text)?.[1];
  const count = before ?? after;
  return count === undefined || /\bsizeof\b/.test(count) || !isFactor(count) ? [] : [count];
}

/** Whether what stands beside `* sizeof` is all of what is multiplied: no sum without parentheses. */
function isFactor(text: string): boolean {
  let depth = 0;
  for (const character of text.trim().replaceAll('->', '.')) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && /[-+<>]/.test(character)) return false;
  }
  return depth === 0;
}

function isSize(text: string): boolean {
  return /^\s*(?:sizeof\b|1\s*$)/.test(text);
}

/** The arguments of a call whose parenthesis is open at an offset. */
function argumentsAt(source: string, start: number): string[] {
  const args = [''];
  let depth = 0;
  for (const character of source.slice(start, start + 400)) {
    if (character === ')' && depth === 0) return args;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) args.push('');
    else args[args.length - 1] += character;
  }
  return [];
}

/** With fields in place of members, and of variables that the function stores in a field. */
function renameToFields(count: string, source: string, fields: ReadonlySet<string>): string {
  const stored = new Map<string, string>();
  for (const [, field = '', value = ''] of source.matchAll(
    /(?:->|\.)\s*(\w+)\s*=\s*([A-Za-z_]\w*)\s*;/g,
  )) {
    if (fields.has(field) && !stored.has(value)) stored.set(value, field);
  }
  return count
    .replaceAll(/\b\w+\s*(?:->|\.)\s*(?=\w)/g, '')
    .replaceAll(/\(\s*(?:const\s+)?(?:unsigned|signed|size_t|u?int\w*_t|long|int)[\w\s]*\)/g, '')
    .replaceAll(/\b[A-Za-z_]\w*\b(?!\s*\()/g, (name) => stored.get(name) ?? name);
}

/** With macros in place of their uses, innermost last. */
function expandMacros(text: string, macros: ReadonlyMap<string, Macro>): string {
  let result = text;
  for (let round = 0; round < MAX_EXPANSIONS; round += 1) {
    const use = [...result.matchAll(/\b[A-Za-z_]\w*\b/g)].find(([name]) => macros.has(name));
    if (use === undefined) return result;
    const { params, body } = macros.get(use[0]) ?? { params: undefined, body: '' };
    const open = /^\s*\(/.exec(result.slice(use.index + use[0].length))?.[0];
    const start = use.index + use[0].length + (open?.length ?? 0);
    const args = open === undefined ? [] : argumentsAt(result, start);
    if (params !== undefined && params.length !== args.length) return '';
    const end =
      params === undefined ? use.index + use[0].length : start + args.join(',').length + 1;
    const substituted = body.replaceAll(/\b[A-Za-z_]\w*\b/g, (name) => {
      const at = params?.indexOf(name) ?? -1;
      return at < 0 ? name : (args[at] ?? '');
    });
    result = `${result.slice(0, use.index)}(${substituted})${result.slice(end)}`;
  }
  return '';
}

/** Macros of one line; one that is defined twice tells nothing. */
function macrosOf(text: string): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  const twice = new Set<string>();
  for (const [, name = '', params, body = ''] of withoutComments(text).matchAll(
    /^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(([\w\s,]*)\))?[ \t]+(.*[^\s\\])[ \t]*$/gm,
  )) {
    if (macros.has(name)) twice.add(name);
    macros.set(name, { params: params?.split(',').map((one) => one.trim()), body });
  }
  for (const name of twice) macros.delete(name);
  return macros;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
}
