import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Macro } from '../ir/macro.ts';
import type { SourceText } from './lowering-context.ts';

/** A macro's body for one use, with names in it for what is bound to arguments. */
export interface UsedBody {
  readonly body: string;
  /** The names that stand for the arguments, in their order. */
  readonly names: readonly string[];
}

const LITERAL_OR_HASH = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#\s*(\w*)/g;

/**
 * Carries out what a body says of the text of its arguments (C11 6.10.3.2 and 3): `#x` is a string
 * of it, `a ## b` one name, `__VA_ARGS__` a list. Undefined where the arguments do not fit the
 * parameters, or the result is no name.
 * @param wordOf the one word that a macro without parameters stands for
 */
export function bodyFor(
  macro: Macro,
  args: readonly SyntaxNode[],
  source: SourceText,
  wordOf: (name: string) => string | undefined,
): UsedBody | undefined {
  const parameters = macro.parameters ?? [];
  const last = parameters.at(-1);
  const rest = last?.endsWith('...') ? last.slice(0, -3).trim() || '__VA_ARGS__' : undefined;
  const fixed = rest === undefined ? parameters : parameters.slice(0, -1);
  if (rest === undefined ? args.length !== fixed.length : args.length < fixed.length)
    return undefined;
  const more = args.slice(fixed.length).map((_, index) => `__va_arg_${index}`);
  const names = [...fixed, ...more];
  if (rest === undefined && !macro.body.includes('#')) return { body: macro.body, names };
  const spelled = new Map(
    names.map((name, index) => [name, args[index] ? spelling(args[index], source, wordOf) : '']),
  );
  if (rest !== undefined) spelled.set(rest, more.map((name) => spelled.get(name)).join(', '));
  const listed = rest === undefined ? macro.body : withList(macro.body, rest, more);
  const quoted = withStrings(pasted(listed, spelled), spelled);
  return quoted === undefined ? undefined : { body: quoted, names };
}

/** `f(x, ## __VA_ARGS__)` with the arguments in their place; without any, the comma goes too. */
function withList(body: string, name: string, items: readonly string[]): string {
  const list = items.join(', ');
  const optional = items.length === 0 ? '' : '$1';
  return body
    .replace(/__VA_OPT__\s*\(([^()]*)\)/g, optional)
    .replace(new RegExp(`,\\s*##\\s*${name}\\b`, 'g'), items.length === 0 ? '' : `, ${list}`)
    .replace(new RegExp(`(#\\s*)?\\b${name}\\b`, 'g'), (found: string, hash?: string) =>
      hash === undefined ? list : found,
    );
}

/** `a ## b` as one word, each side being the text of an argument or itself; left alone where they make none. */
function pasted(body: string, spelled: ReadonlyMap<string, string>): string {
  return body.replace(/\w+(?:\s*##\s*\w+)+/g, (chain) => {
    const parts = chain.split('##').map((part) => spelled.get(part.trim()) ?? part.trim());
    return parts.every((part) => /^\w*$/.test(part)) ? parts.join('') : chain;
  });
}

/** `#x` as a string. Undefined where a `#` means anything else. */
function withStrings(body: string, spelled: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true;
  const quoted = body.replace(LITERAL_OR_HASH, (found: string, name?: string) => {
    if (!found.startsWith('#')) return found;
    const text = spelled.get(name ?? '');
    isWhole &&= text !== undefined;
    return JSON.stringify((text ?? '').replace(/\s+/g, ' '));
  });
  return isWhole ? quoted : undefined;
}

/** The text of an argument, with what the macros around it were given, which were expanded before that. */
function spelling(
  node: SyntaxNode,
  source: SourceText,
  wordOf: (name: string) => string | undefined,
): string {
  const text = source.text.slice(node.start, node.end);
  if (source.args.size === 0) return text;
  return text.replace(/[A-Za-z_]\w*/g, (name) => {
    const argument = source.args.get(name);
    if (argument === undefined) return name;
    const given = spelling(argument.node, argument.source, wordOf);
    return wordOf(given) ?? given;
  });
}
