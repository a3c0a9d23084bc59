import type { Expr, Span, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { nameOfType } from './containers.ts';

/**
 * What may be missing where a variable is followed to it: an element that was looked for, the value of an optional, or the
 * object of a smart pointer.
 */
export interface Absence {
  readonly of: 'element' | 'value' | 'object';
  /** `some`: it is missing on some path to here. `untested`: nothing has asked. */
  readonly how: 'always' | 'some' | 'untested';
  /** What was to give it. */
  readonly by: string;
  /** Whether the code may well know that it is there, by what it was made of. */
  readonly isDoubtful?: true;
}

/** Whether a type is that of a value that may be missing, and no reference to one. */
export function isOptional(type: CType): boolean {
  return type.kind === 'unknown' && nameOfType(type).startsWith('optional<');
}

/** What is missing of an optional that begins as a value, or is set to it. */
export function mayBeEmpty(
  { start, end }: Variable,
  value: Expr | undefined,
  unit: TranslationUnit,
): Absence | undefined {
  if (isDefaultMade({ start, end }, value, unit)) return { of: 'value', how: 'always', by: '' };
  const bare = value && withoutCasts(value);
  if (bare === undefined) return undefined;
  if (isNone(bare)) return { of: 'value', how: 'always', by: '' };
  if (bare.kind === 'call' && isOptional(bare.type) && mayGiveNone(bare.name, unit))
    return { of: 'value', how: 'untested', by: bare.name.replace(/^.*::/, '') };
  return undefined;
}

/** Whether a declaration says nothing but the name, so that the constructor without arguments makes the variable. */
function isDefaultMade(
  { start, end }: Span,
  value: Expr | undefined,
  { tree: { text } }: TranslationUnit,
): boolean {
  const isBare = /^\w+$/.test(text.slice(start, end)) && /^\s{0,8};/.test(text.slice(end, end + 9));
  const isNothing = value?.kind === 'opaque' && value.parts.length === 0;
  return isBare && (value === undefined || isNothing);
}

/** Whether a smart pointer begins with no object: `std::unique_ptr<T> p;`, `p(nullptr)` and `p{}`. */
export function beginsNull(
  variable: Variable,
  value: Expr | undefined,
  unit: TranslationUnit,
): boolean {
  if (isDefaultMade(variable, value, unit)) return true;
  const bare = value && withoutCasts(value);
  if (bare?.kind !== 'initlist' || bare.isPartial === true || bare.items.length > 1) return false;
  return bare.items.every(({ value: only }) => constantOf(withoutCasts(only)) === 0);
}

function isNone(expr: Expr): boolean {
  if (expr.kind === 'initlist') return expr.items.length === 0 && expr.isPartial !== true;
  return expr.kind === 'name' && /^(?:std::)?nullopt$/.test(expr.name);
}

/** Whether the file shows that a function gives nothing on some path. */
function mayGiveNone(name: string, unit: TranslationUnit): boolean {
  const plain = name.replace(/^.*::/, '');
  const named = unit.functions.filter((fn) => fn.name === plain && isOptional(fn.returns));
  return (
    named.length > 0 &&
    named.every(({ blocks }) =>
      blocks.some(
        ({ end }) => end.kind === 'return' && end.value !== undefined && isNone(end.value),
      ),
    )
  );
}

/** What is missing when a condition comes out so: `it == all.end()`, `!value`, `value == std::nullopt`. */
export function emptyWhen(
  condition: Expr,
  outcome: boolean,
): { readonly variable: Variable; readonly of: Absence['of'] } | undefined {
  const bare = withoutCasts(condition);
  if (bare.kind === 'unary' && bare.op === '!') return emptyWhen(bare.operand, !outcome);
  if (bare.kind === 'call' && bare.name === 'has_value' && bare.receiver !== undefined)
    return outcome ? undefined : optionalNamed(bare.receiver);
  if (bare.kind === 'name') return outcome ? undefined : optionalNamed(bare);
  if (bare.kind !== 'binary' || bare.op !== (outcome ? '==' : '!=')) return undefined;
  const [left, right] = [withoutCasts(bare.left), withoutCasts(bare.right)];
  if (isNone(right)) return optionalNamed(left);
  const isEnd = right.kind === 'call' && /^c?end$/.test(right.name) && right.args.length === 0;
  const variable = left.kind === 'name' ? left.variable : undefined;
  const isOwn = variable !== undefined && /^(?:local|parameter)$/.test(variable.scope);
  return isEnd && right.receiver !== undefined && isOwn ? { variable, of: 'element' } : undefined;
}

function optionalNamed(expr: Expr): { variable: Variable; of: 'value' } | undefined {
  const variable = expr.kind === 'name' ? expr.variable : undefined;
  const isOwn = variable !== undefined && /^(?:local|parameter)$/.test(variable.scope);
  return isOwn && isOptional(variable.type) ? { variable, of: 'value' } : undefined;
}
