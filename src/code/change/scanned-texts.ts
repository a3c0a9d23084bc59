import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A text that `scanf` reads without a limit in head, where base gave it a width. */
export interface LooseScan {
  readonly call: CallExpr;
  /** The call of base. */
  readonly before: CallExpr;
  /** Where the text goes. */
  readonly target: Expr;
  /** The conversions of base and of head: `%31s` and `%s`. */
  readonly was: string;
  readonly now: string;
}

/** A conversion that stores something. */
interface Conversion {
  readonly text: string;
  readonly width: number | undefined;
  readonly isText: boolean;
  readonly target: Expr | undefined;
}

/** A set may begin with `]`, also behind `^`. A `*` stores nothing. */
const CONVERSION = /%(\*)?(\d+)?(?:hh|h|ll|l|L|q|j|z|t)?(\[\^?\]?[^\]]*\]|[a-zA-Z%])/g;

/** The texts of calls of `scanf` that lost their width, or have one now that their array does not hold. */
export function looseScans(change: UnitChange, { base, head }: FunctionPair): readonly LooseScan[] {
  const before = scansOf(base).filter((call) => isTakenAway(change, call));
  if (before.length === 0) return [];
  const known = countBy(scansOf(base), expressionText);
  return scansOf(head).flatMap((call): LooseScan[] => {
    if (!isWritten(change, call) || known.has(expressionText(call))) return [];
    const old = before.find((each) => each.name === call.name && isNearby(change, each, call));
    if (old === undefined) return [];
    const was = conversionsOf(old);
    const now = conversionsOf(call);
    if (was.length !== now.length) return [];
    return now.flatMap((each, index): LooseScan[] => {
      const wider = was[index];
      if (wider?.width === undefined || !each.isText || !wider.isText) return [];
      if (each.target === undefined || !isPast(each, wider.width)) return [];
      return [{ call, before: old, target: each.target, was: wider.text, now: each.text }];
    });
  });
}

function scansOf({ blocks }: LoweredFunction): readonly CallExpr[] {
  return expressionsOf(blocks).flatMap((expr) =>
    expr.kind === 'call' && /scanf$/i.test(expr.name) ? expr : [],
  );
}

/** Whether a conversion has no width any more, or a larger one than the array that it fills has room for. */
function isPast({ width, target }: Conversion, before: number): boolean {
  if (width === undefined) return true;
  const type = target && withoutCasts(target).type;
  const room = type?.kind === 'array' ? type.length : undefined;
  return width > before && room !== undefined && width >= room && before < room;
}

function conversionsOf(call: CallExpr): readonly Conversion[] {
  const at = call.args.findIndex((argument) => withoutCasts(argument).kind === 'string');
  const format = call.args[at];
  const literal = format && withoutCasts(format);
  if (literal?.kind !== 'string') return [];
  const targets = call.args.slice(at + 1);
  let next = 0;
  return [...literal.value.matchAll(CONVERSION)].flatMap(
    ([text, skipped, width, kind = '']): Conversion[] => {
      if (kind === '%' || skipped !== undefined) return [];
      const target = targets[next];
      next += 1;
      const isText = kind === 's' || kind === 'S' || kind.startsWith('[');
      return [{ text, width: width === undefined ? undefined : Number(width), isText, target }];
    },
  );
}
