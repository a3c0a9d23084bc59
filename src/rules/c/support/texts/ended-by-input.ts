import type {
  BasicBlock,
  CallExpr,
  Expr,
  Loop,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsOf, partsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';

/**
 * Whether nothing but input ends the loops: each condition in them asks what a character is, or whether a pointer is null, and
 * none how far something has come. Such a loop copies as much as there is, as `strcpy` does.
 */
export function isEndedByInput(fn: LoweredFunction, loops: readonly Loop[]): boolean {
  const blocks = fn.blocks.filter(({ id }) => loops.some(({ body }) => body.includes(id)));
  const moved = movedIn(expressionsOf(blocks));
  return blocks.every((block) => {
    const asked = askedBy(block);
    return asked === undefined || isPointerName(asked) || !asksHowFar(asked, moved);
  });
}

function askedBy({ end }: BasicBlock): Expr | undefined {
  if (end.kind === 'branch') return end.condition;
  return end.kind === 'switch' ? end.value : undefined;
}

/** The variables that go on by a step each time, as `i++`, `left -= n` and `at = at->next` do. */
function movedIn(parts: readonly Expr[]): ReadonlySet<Variable> {
  const moved = new Set<Variable>();
  for (const part of parts) {
    const target =
      part.kind === 'incdec'
        ? part.operand
        : part.kind === 'assign' && (part.op !== '=' || isStep(part.target, part.value))
          ? part.target
          : undefined;
    if (target?.kind === 'name' && target.variable !== undefined) moved.add(target.variable);
  }
  return moved;
}

/** Whether `i = i + 1` is written for `i++`. */
function isStep(target: Expr, value: Expr): boolean {
  const sum = withoutCasts(value);
  if (target.kind !== 'name' || sum.kind !== 'binary') return false;
  return [sum.left, sum.right].some((side) => {
    const inner = withoutCasts(side);
    return inner.kind === 'name' && inner.variable === target.variable;
  });
}

/** Whether a condition compares how far something has come, or asks a function that may. What is at a place is no such thing. */
function asksHowFar(expr: Expr, moved: ReadonlySet<Variable>): boolean {
  if (expr.kind === 'deref' || expr.kind === 'index') return false;
  if (expr.kind === 'call') return !isOfCharacters(expr);
  if (isNullTest(expr)) return false;
  if (expr.kind === 'name') return expr.variable !== undefined && moved.has(expr.variable);
  // A field may well hold how much there is room for; and so may any variable that another is compared with.
  if (expr.kind === 'member') return true;
  if (expr.kind === 'binary' && /^[<>]=?$/.test(expr.op)) {
    const sides = [expr.left, expr.right].map(withoutCasts);
    if (!sides.some((side) => constantOf(side) !== undefined || isAtPlace(side))) return true;
  }
  return partsOf(expr).some((part) => asksHowFar(part, moved));
}

/** Whether a pointer is compared with null: `p != NULL`. */
function isNullTest(expr: Expr): boolean {
  return (
    expr.kind === 'binary' &&
    /^[!=]=$/.test(expr.op) &&
    constantOf(expr.right) === 0 &&
    isPointerName(withoutCasts(expr.left))
  );
}

function isPointerName({ kind, type }: Expr): boolean {
  return kind === 'name' && type.kind === 'pointer';
}

function isAtPlace({ kind }: Expr): boolean {
  return kind === 'deref' || kind === 'index' || kind === 'assign' || kind === 'call';
}

/** Whether a call reads a character or asks what kind one is: `getchar`, `isspace`, `strchr(" \t", c)`. */
function isOfCharacters({ name }: CallExpr): boolean {
  return (
    /^(?:is(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit)|to(?:lower|upper)|str(?:chr|pbrk|str|tok|tok_r|sep)|memchr)$/.test(
      name,
    ) ||
    /^(?:f?getw?c(?:har)?(?:_unlocked)?|get|peek|eof|good|read)$/.test(name) ||
    libraryModelOf(name)?.writes?.some(({ taint }) => taint !== undefined) === true
  );
}
