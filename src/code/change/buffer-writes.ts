import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isCharLike, isPointerLike, pointee } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { rootOf } from './access-paths.ts';

/** A call that writes text or bytes into a buffer. */
export interface BufferWrite {
  readonly call: CallExpr;
  /** Where it writes, by text. */
  readonly to: string;
  /** The variable or member that `to` begins at. */
  readonly root: string;
  readonly target: Expr;
  /** How much it may write; undefined where nothing limits it. */
  readonly size: Expr | undefined;
  /** What it reads that can be of any length. */
  readonly sources: readonly Expr[];
}

/** Functions that write as much as their source has, with the position of the source; -1: the input. */
const UNBOUNDED: ReadonlyMap<string, number> = new Map([
  ['strcpy', 1],
  ['strcat', 1],
  ['stpcpy', 1],
  ['wcscpy', 1],
  ['wcscat', 1],
  ['lstrcpy', 1],
  ['lstrcat', 1],
  ['gets', -1],
]);
/** Functions that are given how much they may write, with its position. */
const BOUNDED: ReadonlyMap<string, number> = new Map([
  ['snprintf', 1],
  ['vsnprintf', 1],
  ['strlcpy', 2],
  ['strlcat', 2],
  ['strncpy', 2],
  ['strncat', 2],
  ['stpncpy', 2],
  ['strcpy_s', 1],
  ['strcat_s', 1],
  ['memcpy', 2],
  ['memmove', 2],
  ['wcsncpy', 2],
  ['wcsncat', 2],
  ['fgets', 1],
]);

/** The writes of a function that nothing limits but the length of what they read. */
export function unboundedWrites(fn: LoweredFunction): readonly BufferWrite[] {
  return callsOf(fn).flatMap((call) => {
    const name = libraryName(call);
    const [target] = call.args;
    if (target === undefined) return [];
    const position = UNBOUNDED.get(name);
    if (position !== undefined) {
      const source = call.args[position];
      if (source !== undefined && isFixed(source)) return [];
      return write(call, target, undefined, source === undefined ? [] : [source]);
    }
    if (name !== 'sprintf' && name !== 'vsprintf') return [];
    const format = call.args[1];
    if (name === 'vsprintf') return write(call, target, undefined, call.args.slice(2));
    const sources = format === undefined ? [] : textArguments(format, call.args.slice(2));
    return sources.length === 0 ? [] : write(call, target, undefined, sources);
  });
}

/** The writes of a function that are told how much fits. */
export function boundedWrites(fn: LoweredFunction): readonly BufferWrite[] {
  return callsOf(fn).flatMap((call) => {
    const [target] = call.args;
    if (target === undefined) return [];
    const position = boundedPosition(libraryName(call));
    const size = position === undefined ? sizeBehind(call) : call.args[position];
    return size === undefined ? [] : write(call, target, size, call.args.slice(1));
  });
}

/** Also of functions of a project that are called as one of the library is, with a prefix: `my_snprintf`. */
function boundedPosition(name: string): number | undefined {
  const known = BOUNDED.get(name);
  if (known !== undefined) return known;
  const [, suffix = ''] = /(v?snprintf|str[ln](?:cpy|cat))$/.exec(name) ?? [];
  return BOUNDED.get(suffix);
}

function callsOf(fn: LoweredFunction): CallExpr[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'call' && expr.name !== '' ? expr : [],
  );
}

/** The function of the C library that a call means, also where a macro is written in capitals. */
function libraryName({ name }: CallExpr): string {
  const plain = name.replace(/^__builtin_+|^__|_chk$/g, '');
  return /^[A-Z]+$/.test(plain) ? plain.toLowerCase() : plain;
}

function write(
  call: CallExpr,
  target: Expr,
  size: Expr | undefined,
  sources: readonly Expr[],
): BufferWrite[] {
  const root = bufferOf(target);
  return root === undefined
    ? []
    : [{ call, to: expressionText(target), root, target, size, sources }];
}

/** The text of the place whose buffer an expression points into: `s->text` of `s->text + n`, `b` of `&b[2]`. */
export function bufferOf(expr: Expr): string | undefined {
  if (expr.kind === 'cast') return bufferOf(expr.operand);
  if (expr.kind === 'address') return bufferOf(expr.operand);
  if (expr.kind === 'index') return bufferOf(expr.base);
  if (expr.kind === 'incdec') return bufferOf(expr.operand);
  if (expr.kind === 'binary' && /^[-+]$/.test(expr.op))
    return isPointerLike(expr.left.type) || !isPointerLike(expr.right.type)
      ? bufferOf(expr.left)
      : bufferOf(expr.right);
  if (expr.kind === 'name' || expr.kind === 'member') return expressionText(expr);
  return rootOf(expr);
}

/** A size right behind the destination, of a function of the project: `f(to, sizeof to, …)`. */
function sizeBehind({ args }: CallExpr): Expr | undefined {
  const [target, size] = args;
  if (target === undefined || size === undefined) return undefined;
  const element = pointee(withoutCasts(target).type);
  return isCharLike(element) && size.type.kind === 'int' && isSizeOfBuffer(size, target)
    ? size
    : undefined;
}

/** Whether a length is that of the buffer itself: its `sizeof`, or a constant no larger than its array. */
export function isSizeOfBuffer(size: Expr, target: Expr): boolean {
  const buffer = bufferOf(target);
  const ofBuffer = expressionsIn(size).some(
    (part) =>
      part.kind === 'sizeof' && part.operand !== undefined && bufferOf(part.operand) === buffer,
  );
  if (ofBuffer) return true;
  const constant = knownNumber(size);
  const { type } = withoutCasts(target);
  return (
    constant !== undefined &&
    type.kind === 'array' &&
    type.length !== undefined &&
    constant <= type.length
  );
}

/** Text whose length the source shows. */
function isFixed(source: Expr): boolean {
  const inner = withoutCasts(source);
  if (inner.kind === 'conditional')
    return isFixed(inner.otherwise) && (inner.then === undefined || isFixed(inner.then));
  return inner.kind === 'string';
}

const CONVERSION = /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])/g;

/** The arguments that a format prints as text of any length. All of them where it is no literal. */
function textArguments(format: Expr, args: readonly Expr[]): readonly Expr[] {
  const literal = withoutCasts(format);
  if (literal.kind !== 'string') return args;
  const found: Expr[] = [];
  let at = 0;
  for (const [, , width, precision, conversion] of literal.value.matchAll(CONVERSION)) {
    if (conversion === '%') continue;
    if (width === '*') at += 1;
    if (precision === '*') at += 1;
    const argument = args[at];
    at += 1;
    if (
      conversion === 's' &&
      precision === undefined &&
      argument !== undefined &&
      !isFixed(argument)
    )
      found.push(argument);
  }
  return found;
}
