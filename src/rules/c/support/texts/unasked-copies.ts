import type { CallExpr, Expr, Loop, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { isCharLike, isPointerLike, pointee } from '../../../../code/c/ir/types.ts';
import { expressionsOf, variablesIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { isEndedByInput } from './ended-by-input.ts';

const MEASURES = /^(?:str|wcs)(?:n?len|c?spn)(?:_s)?$|^(?:size|length)$/;
const CUTS = /^(?:std::)?(?:strchr|strrchr|strpbrk|strstr|memchr|strtok|strtok_r|strsep)$/;
const COMPARES = /^(?:[<>]=?|[!=]=)$/;

/** How many calls up it is asked whether something was measured. */
const MAX_CALLERS = 4;

/**
 * Whether loops cut a text, or copy from where a parser has got to in one, for as long as there is text, into `base[counter]`,
 * and neither the function nor those of the file that call it compare what would limit that. Where the text comes from need
 * not be known: what is cut up or parsed is input.
 */
export function isUnaskedCopy(
  source: Expr | undefined,
  base: Expr,
  index: Expr | undefined,
  loops: readonly Loop[],
  facts: Facts,
): boolean {
  const fn = facts.function;
  if (source === undefined || index === undefined) return false;
  if (!isCursor(source, loops, facts) && !isPiece(source, loops, fn)) return false;
  if (!isEndedByInput(fn, loops) || measures(fn, loops[0]?.start ?? 0)) return false;
  const limiting = variablesIn(index).concat(variablesIn(base).filter(isPointer));
  if (compares(fn, new Set(limiting), fn.end)) return false;
  const isLocal = variablesIn(base).every(({ scope }) => scope === 'local');
  return (isLocal || !fn.exported) && !areCallersCareful(fn, facts);
}

const isPointer = ({ type }: Variable): boolean => isPointerLike(type);

/** Whether an element is read where a field or a global has got to in a text, which goes on in the loops: `*in->at++`. */
function isCursor(source: Expr, loops: readonly Loop[], facts: Facts): boolean {
  if (source.kind !== 'deref' && source.kind !== 'index') return false;
  if (!isCharLike(source.type)) return false;
  const place = withoutCasts(source.kind === 'deref' ? source.operand : source.index);
  const cursor = place.kind === 'incdec' ? place.operand : place;
  const isKept =
    cursor.kind === 'member' ||
    (cursor.kind === 'name' && /^(?:global|static)/.test(cursor.variable?.scope ?? ''));
  if (!isKept) return false;
  const name = facts.text(cursor);
  return partsIn(loops, facts.function).some((part) => {
    const moved =
      part.kind === 'incdec'
        ? part.operand
        : part.kind === 'assign' && part.op === '+='
          ? part.target
          : undefined;
    return moved?.kind === cursor.kind && facts.text(moved) === name;
  });
}

/** Whether a pointer is stored that a search for the end of a piece of text gives anew in each round. */
function isPiece(source: Expr, loops: readonly Loop[], fn: LoweredFunction): boolean {
  if (!isPointerLike(source.type) || !isCharLike(pointee(source.type))) return false;
  if (isCut(source)) return true;
  if (source.kind !== 'name') return false;
  return partsIn(loops, fn).some(
    (part) =>
      part.kind === 'assign' &&
      part.target.kind === 'name' &&
      part.target.variable === source.variable &&
      isCut(withoutCasts(part.value)),
  );
}

function isCut(expr: Expr): boolean {
  return expr.kind === 'call' && CUTS.test(expr.name);
}

function partsIn(loops: readonly Loop[], fn: LoweredFunction): Expr[] {
  return expressionsOf(fn.blocks).filter(({ start, end }) =>
    loops.some((loop) => loop.start <= start && end <= loop.end),
  );
}

/** Whether a function measures any text before a place. */
function measures(fn: LoweredFunction, place: number): boolean {
  return expressionsOf(fn.blocks).some(
    (part) => part.kind === 'call' && part.start < place && MEASURES.test(part.name),
  );
}

/** Whether a function compares one of some variables, or a sum of it, with anything but null, before a place. */
function compares(fn: LoweredFunction, some: ReadonlySet<Variable>, place: number): boolean {
  return expressionsOf(fn.blocks).some(
    (part) =>
      part.kind === 'binary' &&
      part.start < place &&
      COMPARES.test(part.op) &&
      constantOf(part.right) !== 0 &&
      [part.left, part.right].some((side) => mentions(withoutCasts(side), some)),
  );
}

/** Whether a number or a place is reckoned from a variable; what stands in memory there, or a call gives, is something else. */
function mentions(expr: Expr, some: ReadonlySet<Variable>): boolean {
  switch (expr.kind) {
    case 'name':
      return expr.variable !== undefined && some.has(expr.variable);
    case 'binary':
      return [expr.left, expr.right].some((side) => mentions(withoutCasts(side), some));
    case 'incdec':
      return mentions(expr.operand, some);
    case 'member':
      return mentions(withoutCasts(expr.base), some);
    case 'assign':
      return [expr.target, expr.value].some((side) => mentions(withoutCasts(side), some));
    default:
      return false;
  }
}

/** Whether a function of the file that calls this one measures texts first, or compares what it passes. */
function areCallersCareful(fn: LoweredFunction, { unit }: Facts): boolean {
  let callees: readonly LoweredFunction[] = [fn];
  const seen = new Set(callees);
  for (let depth = 0; depth < MAX_CALLERS && callees.length > 0; depth++) {
    const callers: LoweredFunction[] = [];
    for (const caller of unit.functions) {
      for (const call of callsIn(caller, callees)) {
        if (measures(caller, call.start)) return true;
        const passed = new Set(call.args.flatMap(variablesIn));
        if (depth === 0 && compares(caller, passed, call.start)) return true;
        if (!seen.has(caller)) callers.push(caller);
        seen.add(caller);
      }
    }
    callees = callers;
  }
  return false;
}

function callsIn(caller: LoweredFunction, callees: readonly LoweredFunction[]): CallExpr[] {
  const names = new Set(callees.flatMap(({ name, qualifiedName }) => [name, qualifiedName]));
  return expressionsOf(caller.blocks).flatMap((part) =>
    part.kind === 'call' && names.has(part.name) ? [part] : [],
  );
}
