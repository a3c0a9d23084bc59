import type { BinaryExpr, Expr } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionText } from '../../../../code/c/ir/expression-text.ts';
import { isRelation, negatedRelation, swappedRelation } from '../../../../code/c/ir/relations.ts';
import type { CType } from '../../../../code/c/ir/types.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';

/** A variable or a field that says where in a buffer code is, or where the buffer ends. */
export interface Place {
  readonly text: string;
  readonly expr: Expr;
  readonly type: CType;
}

/** That the place `end` is at least so many elements behind the place `cursor`. */
export interface AskedDistance {
  readonly cursor: Place;
  readonly end: Place;
  readonly least: number;
}

/** A sum of places, each counted so often, and a number. */
interface Sum {
  readonly places: ReadonlyMap<string, { readonly place: Place; readonly count: number }>;
  readonly add: number;
}

/** A variable, or a field of one, that an expression is. */
export function placeOf(expr: Expr): Place | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind === 'name')
    return bare.variable && { text: bare.name, expr: bare, type: bare.variable.type };
  if (bare.kind !== 'member' || withoutCasts(bare.base).kind !== 'name') return undefined;
  return { text: expressionText(bare), expr: bare, type: bare.type };
}

/** What the outcome of a condition says of how far apart places are, and the places that it compares in other ways. */
export interface Outcome {
  readonly distances: readonly AskedDistance[];
  readonly others: readonly Place[];
}

/**
 * What the outcome of a condition says of how far apart two places are: `p + 4 > end` of `p` and `end` where it does not hold,
 * `len - i >= 2` of `i` and `len` where it does. Of `a && b` both hold, of `a || b` both do not.
 */
export function outcomeOf(condition: Expr, holds: boolean): Outcome {
  const test = withoutCasts(condition);
  if (test.kind === 'unary' && test.op === '!') return outcomeOf(test.operand, !holds);
  if (test.kind !== 'binary') return { distances: [], others: [] };
  if (test.op === '&&' || test.op === '||') {
    const [left, right] = [outcomeOf(test.left, holds), outcomeOf(test.right, holds)];
    const both = {
      distances: [...left.distances, ...right.distances],
      others: [...left.others, ...right.others],
    };
    if ((test.op === '&&') === holds) return both;
    // One of the two decides, and nothing says which.
    return {
      distances: [],
      others: [...both.others, ...both.distances.map(({ cursor }) => cursor)],
    };
  }
  const sum = isRelation(test.op) ? difference(test.left, test.right) : undefined;
  if (sum === undefined) return { distances: [], others: [] };
  const places = [...sum.places.values()].map(({ place }) => place);
  const distance = relatedDistance(test, holds);
  if (distance !== undefined) return { distances: [distance], others: [] };
  return { distances: [], others: places.length > 2 ? places : [] };
}

function relatedDistance(test: BinaryExpr, holds: boolean): AskedDistance | undefined {
  const relation = holds ? test.op : negatedRelation(test.op);
  const [op, low, high] = /^>=?$/.test(relation)
    ? [swappedRelation(relation), test.right, test.left]
    : [relation, test.left, test.right];
  const sum = difference(high, low);
  if (sum === undefined) return undefined;
  if (op === '<' || op === '<=') return distanceIn(sum, op === '<' ? 1 : 0);
  // `p != end` is how iterators ask for one more.
  return op === '!=' ? (distanceIn(sum, 1) ?? distanceIn(negated(sum), 1)) : undefined;
}

/** `end - cursor + add >= least`, of two places, the first of which was the greater. */
function distanceIn({ places, add }: Sum, least: number): AskedDistance | undefined {
  const [first, second, ...others] = places.values();
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  const [end, cursor] = first.count > 0 ? [first, second] : [second, first];
  if (end.count !== 1 || cursor.count !== -1) return undefined;
  return { cursor: cursor.place, end: end.place, least: least - add };
}

function difference(high: Expr, low: Expr): Sum | undefined {
  const [left, right] = [sumOf(high), sumOf(low)];
  return left && right && plus(left, negated(right));
}

function sumOf(expr: Expr): Sum | undefined {
  const bare = withoutCasts(expr);
  const number = constantOf(bare);
  if (number !== undefined) return { places: new Map(), add: number };
  const place = placeOf(bare);
  if (place !== undefined) return { places: new Map([[place.text, { place, count: 1 }]]), add: 0 };
  if (bare.kind !== 'binary' || (bare.op !== '+' && bare.op !== '-')) return undefined;
  const [left, right] = [sumOf(bare.left), sumOf(bare.right)];
  return left && right && plus(left, bare.op === '+' ? right : negated(right));
}

function plus(a: Sum, b: Sum): Sum {
  const places = new Map(a.places);
  for (const [text, { place, count }] of b.places) {
    const total = (places.get(text)?.count ?? 0) + count;
    if (total === 0) places.delete(text);
    else places.set(text, { place, count: total });
  }
  return { places, add: a.add + b.add };
}

function negated({ places, add }: Sum): Sum {
  const turned = [...places].map(
    ([text, { place, count }]) => [text, { place, count: -count }] as const,
  );
  return { places: new Map(turned), add: -add };
}
