import type { ForwardedCall, Forwarder } from '../../code/c/cfg/forwarded-calls.ts';
import type { Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';

/** The calls of a file that functions make which only pass them on, by their places. */
export class ForwardedCalls {
  private readonly byPlace: ReadonlyMap<string, ForwardedCall>;

  constructor({ forwardedCalls }: TranslationUnit) {
    this.byPlace = new Map(forwardedCalls.map((call) => [placeOf(call), call]));
  }

  at(span: Span): ForwardedCall | undefined {
    return this.byPlace.size === 0 ? undefined : this.byPlace.get(placeOf(span));
  }
}

function placeOf({ start, end }: Span): string {
  return `${start}:${end}`;
}

/** A message that names a function which the code does not name there. */
export function messageThrough(message: string, { to, through }: ForwardedCall): string {
  const isNamed = to.some((name) =>
    new RegExp(`(?<![\\w:])${RegExp.escape(name)}(?!\\w)`).test(message),
  );
  return isNamed ? `${message} (in \`${through.name}\`, which does nothing else)` : message;
}

interface PlacedHit {
  readonly rule: string;
  readonly span: Span;
}

/**
 * The hits of a file without those that say one thing twice, in a function that only passes a call on and where that is
 * called. What depends on what is passed is surer at the call and stays there; what does not is said once, in the function. A
 * hit in the function alone comes of what its calls pass taken together, and none of them passes that.
 * @param ofName the rules that say nothing at a call that is forwarded
 * @param isWhole whether all calls were examined
 */
export function settledForwarding<H extends PlacedHit>(
  hits: H[],
  unit: TranslationUnit,
  confidenceOf: (hit: H) => number,
  ofName: ReadonlySet<string>,
  isWhole: boolean,
): H[] {
  const gone = new Set<H>();
  for (const forwarder of unit.forwarders) {
    const { fn, calls } = forwarder;
    const atCalls = hits.filter(({ span }) => calls.some((call) => isWithin(span, call)));
    for (const hit of hits) {
      if (!isWithin(hit.span, fn) || ofName.has(hit.rule)) continue;
      const twins = atCalls.filter(({ rule }) => rule === hit.rule);
      if (twins.length === 0) {
        if (isWhole && isOnlyCalledHere(forwarder, unit)) gone.add(hit);
      } else if (twins.some((twin) => confidenceOf(twin) > confidenceOf(hit))) gone.add(hit);
      else for (const twin of twins) gone.add(twin);
    }
  }
  return gone.size === 0 ? hits : hits.filter((hit) => !gone.has(hit));
}

/** Whether the calls in the file show all that a function is given, and all that becomes of what it returns. */
function isOnlyCalledHere(
  { fn, drops, isNamedElsewhere }: Forwarder,
  unit: TranslationUnit,
): boolean {
  return !fn.exported && !drops && !isNamedElsewhere && !unit.addressTaken.has(fn.name);
}

function isWithin(span: Span, around: Span): boolean {
  return around.start <= span.start && span.end <= around.end;
}
