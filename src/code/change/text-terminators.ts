import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isCharLike, isPointerLike, pointee } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import { bufferOf } from './buffer-writes.ts';
import type { FunctionPair } from './function-pairs.ts';
import { difference, type LinearForm, linearForm, sum } from './linear-form.ts';
import { isMovedOut } from './moved-code.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A text that base ended with a NUL, and that head still uses as a text. */
export interface UnterminatedText {
  /** What wrote the end: `text[n] = 0`, or a call that cleared the last bytes of an array. */
  readonly ending: Expr;
  readonly use: Expr;
  /** Whether a function of the C library looks for the end. */
  readonly isLibrary: boolean;
}

/** An expression that ends a text, and the array or pointer that it does so through. */
interface Ending {
  readonly expr: Expr;
  readonly target: Expr;
}

/** Functions of the C library that read up to the end of a text, with the position of the text. */
const READS_TEXT: ReadonlyMap<string, readonly number[]> = new Map([
  ['strlen', [0]],
  ['strcmp', [0, 1]],
  ['strcasecmp', [0, 1]],
  ['strcpy', [1]],
  ['strcat', [0, 1]],
  ['strdup', [0]],
  ['strchr', [0]],
  ['strrchr', [0]],
  ['strstr', [0, 1]],
  ['strpbrk', [0]],
  ['strtol', [0]],
  ['strtoul', [0]],
  ['strtoll', [0]],
  ['strtoull', [0]],
  ['strtod', [0]],
  ['atoi', [0]],
  ['atol', [0]],
  ['sscanf', [0]],
  ['puts', [0]],
  ['fputs', [0]],
  ['fopen', [0]],
  ['open', [0]],
  ['stat', [0]],
  ['unlink', [0]],
  ['getenv', [0]],
]);
const PRINTS = /printf$/;
/** Functions that end what they write, those of other libraries too, or fill memory with zeros. */
const ENDS =
  /^(?:memset|bzero|strcpy|strlcpy|strlcat|strcat|fgets|stpcpy)$|sn?printf$|calloc|zalloc/i;

/** The texts that a function no longer ends, though it passes them on as texts. */
export function unterminatedTexts(
  change: UnitChange,
  pair: FunctionPair,
): readonly UnterminatedText[] {
  const { base, head } = pair;
  const gone = endsOf(base).filter(
    ({ expr }) => isTakenAway(change, expr) && !isMovedOut(change, expr, head),
  );
  if (gone.length === 0) return [];
  const left = endsOf(head);
  const known = new Set(expressionsOf(base.blocks).filter(isCall).map(expressionText));
  const found = new Map<string, UnterminatedText>();
  for (const { expr: ending, target } of gone) {
    const root = bufferOf(target);
    if (root === undefined || found.has(root)) continue;
    if (hasNewContents(root, pair)) continue;
    const texts = new Set([...aliasesOf(root, base), ...aliasesOf(root, head)]);
    const concerns = (expr: Expr): boolean => texts.has(bufferOf(expr) ?? '');
    if (left.some((each) => concerns(each.target)) || isRestored(ending, base)) continue;
    if (isEnded(head, concerns)) continue;
    const isRead = (expr: Expr) => concerns(expr) && isBehind(change, ending, expr, head);
    const use = useAsText(head, isRead, known);
    if (use !== undefined) found.set(root, { ending, ...use });
  }
  return [...found.values()];
}

function isCall(expr: Expr): expr is CallExpr {
  return expr.kind === 'call';
}

/** The pointers into the same text: what one is assigned to another, plus or minus a number. */
function aliasesOf(root: string, fn: LoweredFunction): ReadonlySet<string> {
  const aliases = new Set([root]);
  for (let round = 0; round < 2; round += 1)
    for (const { target, value } of assignedValues(fn)) {
      const from = isText(value) ? bufferOf(value) : undefined;
      if (from === undefined || expressionsIn(value).some(isCall)) continue;
      if (aliases.has(from)) aliases.add(target);
      else if (aliases.has(target)) aliases.add(from);
    }
  return aliases;
}

/** Whether head points at something else than base did. */
function hasNewContents(root: string, { base, head }: FunctionPair): boolean {
  const valuesOf = (fn: LoweredFunction) =>
    assignedValues(fn).flatMap(({ target, value }) =>
      target === root ? expressionText(value) : [],
    );
  const before = new Set(valuesOf(base));
  return valuesOf(head).some((value) => !before.has(value));
}

/** `text[n] = 0`, `*p = '\\0'`, and what clears the last bytes of an array. */
function endsOf(fn: LoweredFunction): Ending[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    const target = expr.kind === 'call' ? clearedTail(expr) : endedBy(expr);
    return target === undefined ? [] : { expr, target };
  });
}

function endedBy(expr: Expr): Expr | undefined {
  if (expr.kind !== 'assign' || expr.op !== '=') return undefined;
  const { target, value } = expr;
  if (!isCharLike(target.type) || knownNumber(value) !== 0) return undefined;
  if (target.kind === 'index') return target.base;
  return target.kind === 'deref' ? target.operand : undefined;
}

/** The array of `memset(&text[sizeof(text) - n], 0, n)` or `memset(text + sizeof(text) - n, 0, n)`. */
function clearedTail({ name, args }: CallExpr): Expr | undefined {
  const [to, value, size] = args;
  if (!/^(?:__builtin_)?memset$/.test(name) || to === undefined || size === undefined)
    return undefined;
  if (value === undefined || knownNumber(value) !== 0) return undefined;
  const array = expressionsIn(to).find(({ type }) => type.kind === 'array');
  if (array?.type.kind !== 'array' || !isCharLike(array.type.of)) return undefined;
  const offset = difference(addressForm(to), linearForm(array));
  if (offset.terms.size === 0 && offset.constant <= 0) return undefined;
  const { constant, terms } = sum(offset, linearForm(size));
  const isEnd =
    terms.size === 0
      ? constant === array.type.length
      : constant === 0 && terms.size === 1 && terms.get(`sizeof(${expressionText(array)})`) === 1;
  return isEnd ? array : undefined;
}

function addressForm(pointer: Expr): LinearForm {
  const plain = withoutCasts(pointer);
  if (plain.kind !== 'address' || plain.operand.kind !== 'index') return linearForm(plain);
  return sum(linearForm(plain.operand.base), linearForm(plain.operand.index));
}
/** Whether the text was ended for a while only: what stood there is put back. */
function isRestored(ending: Expr, fn: LoweredFunction): boolean {
  if (ending.kind !== 'assign') return false;
  const text = expressionText(ending.target);
  return expressionsOf(fn.blocks).some(
    (expr) =>
      expr.kind === 'assign' &&
      expressionText(expr.target) === text &&
      knownNumber(expr.value) === undefined,
  );
}

/** Whether the text has an end all the same: of a function that writes one, or of memory that is zero. */
function isEnded(fn: LoweredFunction, concerns: (expr: Expr) => boolean): boolean {
  const isZeroed = fn.blocks.some(({ steps }) =>
    steps.some(
      (step) =>
        step.kind === 'declare' &&
        step.init !== undefined &&
        concerns({ ...step.variable, kind: 'name', variable: step.variable }) &&
        (step.variable.type.kind === 'array' || allocatesZeros(step.init)),
    ),
  );
  if (isZeroed) return true;
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'assign') return concerns(expr.target) && allocatesZeros(expr.value);
    if (expr.kind !== 'call' || !ENDS.test(expr.name)) return false;
    const [first] = expr.args;
    return first !== undefined && concerns(first);
  });
}

function allocatesZeros(value: Expr): boolean {
  return expressionsIn(value).some(
    (part) => part.kind === 'call' && /calloc|zalloc|strdup/i.test(part.name),
  );
}

/** Whether a use in head runs after what stood in base: it stands below, or both are in one loop. */
function isBehind(change: UnitChange, before: Expr, use: Expr, fn: LoweredFunction): boolean {
  const { base, head, lines } = change;
  const was = lines.positionInHead(base.tree.location(before).line);
  if (head.tree.location(use).endLine >= was) return true;
  return fn.loops.some((loop) => {
    const { line, endLine } = head.tree.location(loop);
    return line <= was && was <= endLine && loop.start <= use.start && use.end <= loop.end;
  });
}

/** A use that looks for the end: a call that base has, too, or the return of the text. */
function useAsText(
  fn: LoweredFunction,
  concerns: (expr: Expr) => boolean,
  known: ReadonlySet<string>,
): { use: Expr; isLibrary: boolean } | undefined {
  let other: Expr | undefined;
  for (const call of expressionsOf(fn.blocks)) {
    if (!isCall(call) || !known.has(expressionText(call))) continue;
    const positions = READS_TEXT.get(call.name);
    for (const [at, arg] of call.args.entries()) {
      if (!isText(arg) || !concerns(arg)) continue;
      if (positions?.includes(at) === true) return { use: call, isLibrary: true };
      if (PRINTS.test(call.name) && isPrinted(call, at)) return { use: call, isLibrary: true };
      if (positions === undefined && !isLibraryWrite(call) && !hasLength(call, at)) other ??= call;
    }
  }
  if (other !== undefined) return { use: other, isLibrary: false };
  for (const { end } of fn.blocks)
    if (end.kind === 'return' && end.value !== undefined && isText(end.value))
      if (concerns(end.value)) return { use: end.value, isLibrary: false };
  return undefined;
}

function isText({ type }: Expr): boolean {
  return isPointerLike(type) && isCharLike(pointee(type));
}

function isPrinted(call: CallExpr, at: number): boolean {
  const format = call.args.findIndex((arg) => arg.kind === 'string');
  const literal = call.args[format];
  return at > format && literal?.kind === 'string' && /%-?\d*s/.test(literal.value);
}

function isLibraryWrite({ name }: CallExpr): boolean {
  return (
    name === '' ||
    /^(?:mem\w+|str\w+|f?read|f?write|recv\w*|send\w*|free|\w*free|realloc\w*)$/i.test(name)
  );
}

/** Whether a call is told how long a text is: right behind or before it. */
function hasLength({ args }: CallExpr, at: number): boolean {
  return [args[at - 1], ...args.slice(at + 1)].some(
    (arg) => arg !== undefined && arg.type.kind === 'int' && knownNumber(arg) === undefined,
  );
}
