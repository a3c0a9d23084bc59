import type { TranslationUnit } from '../c/unit.ts';
import { type Constraint, isImplied } from './constraint.ts';
import { followsFromTwo } from './follows-from-two.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type GuardedUse, guardedUses } from './guarded-uses.ts';
import type { LineMatching } from './line-matching.ts';

/** A test that protected something in base and no longer does in head. */
export interface LostConstraint {
  /** What held in base, with its test there. */
  readonly constraint: Constraint;
  /** What it protected and head still does, in head, in the order of the text. */
  readonly uses: readonly [GuardedUse, ...GuardedUse[]];
  readonly pair: FunctionPair;
}

/**
 * The constraints that held at a use in base and do not follow from those that hold at the same use
 * in head. Of two versions of a program only what one adds is an error is its own (Logozzo, Lahiri,
 * Fähndrich and Blackshear, "Verification modulo versions", PLDI 2014): here the conditions of the
 * base that the head no longer guarantees, without a proof that they are needed.
 * @param usesOf what is looked at
 */
export function lostConstraints(
  pair: FunctionPair,
  base: TranslationUnit,
  head: TranslationUnit,
  lines: LineMatching,
  usesOf = guardedUses,
): readonly LostConstraint[] {
  const baseUses = usesOf(pair.base);
  const isGone = (use: GuardedUse) => lines.inHead(lineIn(base, use)) === undefined;
  const headUses = new UsesByText(usesOf(pair.head), head, lines);
  const gone = Map.groupBy(baseUses.filter(isGone), keyOf);
  const lost = new Map<string, { constraint: Constraint; uses: [GuardedUse, ...GuardedUse[]] }>();
  const seen = new Map<string, number>();
  for (const use of baseUses) {
    const line = lineIn(base, use);
    const at = `${keyOf(use)} ${line}`;
    const rank = seen.get(at) ?? 0;
    seen.set(at, rank + 1);
    if (use.constraints.size === 0) continue;
    const standing = lines.inHead(line);
    const [now, ...others] =
      standing === undefined
        ? headUses.rewritten(use, gone.get(keyOf(use)) ?? [], lines.positionInHead(line))
        : headUses.on(standing, use, rank);
    if (now === undefined) continue;
    for (const constraint of use.constraints.values()) {
      const isKept = (one: Constraint) =>
        isImplied(one, now.constraints) ||
        followsFromTwo(one, now.constraints) ||
        others.some(({ constraints }) => isImplied(one, tested(constraints)));
      if (isKept(constraint) || pins(use, constraint).some(isKept)) continue;
      const id = `${constraint.key} @${constraint.test.start}`;
      const known = lost.get(id);
      if (known === undefined) lost.set(id, { constraint, uses: [now] });
      else if (!known.uses.includes(now)) known.uses.push(now);
    }
  }
  return [...lost.values()].map(({ constraint, uses }) => {
    uses.sort((a, b) => a.expr.start - b.expr.start);
    return { constraint, uses, pair };
  });
}

/** What says which value it is of which a constraint gives the bounds: those say nothing more then. */
function pins({ constraints }: GuardedUse, { kind, alternatives }: Constraint): Constraint[] {
  if (kind !== 'bound') return [];
  const keys = new Set(alternatives.flatMap(({ form }) => [...form.terms.keys()]));
  return [...constraints.values()].filter(({ alternatives: [first, ...others] }) => {
    const [term, ...more] = first.form.terms.keys();
    const isOne = term !== undefined && more.length === 0 && others.length === 0;
    return isOne && first.relation === '==' && keys.has(term);
  });
}

/** Without what the accesses in front say: of `p[0] && *p[0]` the second one is no better protected than the first. */
function tested(known: ReadonlyMap<string, Constraint>): ReadonlyMap<string, Constraint> {
  return new Map([...known].filter(([, { kind }]) => kind !== 'accessed'));
}

/** Lines between a use that was rewritten and what it is taken to have become. */
const MAX_DISTANCE = 30;

/** The uses of head, found again by their text. */
class UsesByText {
  private readonly byText: ReadonlyMap<string, readonly PlacedUse[]>;

  constructor(uses: readonly GuardedUse[], head: TranslationUnit, lines: LineMatching) {
    const placed = uses.map((use) => {
      const line = lineIn(head, use);
      return { use, line, isNew: lines.inBase(line) === undefined };
    });
    this.byText = Map.groupBy(placed, ({ use }) => keyOf(use));
  }

  /** The n-th use of the same text on a line that the change left alone. */
  on(line: number, use: GuardedUse, rank: number): readonly GuardedUse[] {
    const found = this.byText.get(keyOf(use))?.filter((other) => other.line === line)[rank];
    return found === undefined ? [] : [found.use];
  }

  /**
   * What a use may have become in lines that the change wrote: any of the same text that is near. First
   * the n-th for the n-th of those that it took away where there are as many, or else the nearest.
   */
  rewritten(use: GuardedUse, gone: readonly GuardedUse[], position: number): readonly GuardedUse[] {
    const written = (this.byText.get(keyOf(use)) ?? []).filter(({ isNew }) => isNew);
    const counted = written.length === gone.length ? written[gone.indexOf(use)] : undefined;
    return written
      .map((found) => ({ ...found, distance: Math.abs(found.line - position) }))
      .filter(({ distance }) => distance <= MAX_DISTANCE)
      .sort(
        (a, b) =>
          Number(b.use === counted?.use) - Number(a.use === counted?.use) ||
          a.distance - b.distance,
      )
      .map((found) => found.use);
  }
}

interface PlacedUse {
  readonly use: GuardedUse;
  readonly line: number;
  readonly isNew: boolean;
}

function lineIn(unit: TranslationUnit, { expr }: GuardedUse): number {
  return unit.tree.location(expr).line;
}

function keyOf({ kind, text }: GuardedUse): string {
  return `${kind} ${text}`;
}
