import { controlFlow } from '../c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Step } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { solveLattice } from '../graph/data-flow.ts';
import { valuePaths } from './access-paths.ts';
import { type Comparison, constraintsOf } from './constraint.ts';
import type { UnitChange } from './unit-change.ts';

/** What is looked for: which expressions begin to hold something and which end it. */
export interface Holding {
  /** What an expression begins to hold, by name. */
  readonly taken: (expr: Expr) => string | undefined;
  /** Whether an expression gives up what is held: releases it, or hands it to another owner. */
  readonly isGivenUp: (expr: Expr, held: string) => boolean;
}

/** Where a function ends, with what it may still hold there. */
interface FunctionExit {
  readonly at: number;
  readonly held: ReadonlySet<string>;
}

type Held = ReadonlySet<string>;

const NOTHING: Held = new Set();
const MAX_BLOCKS = 6_000;

/** The exits of a function with what some way to each has taken and not given up (a forward may-analysis). */
export function heldAtExits(fn: LoweredFunction, holding: Holding): readonly FunctionExit[] {
  if (fn.blocks.length > MAX_BLOCKS) return [];
  const inputs = solveLattice<Held>(controlFlow(fn.blocks), {
    boundary: NOTHING,
    join: (a, b) => (a === b ? a : a.union(b)),
    equals: (a, b) => a.size === b.size && a.isSubsetOf(b),
    transfer: (id, input) => passed(fn.blocks[id], input, holding),
    refine: (from, to, output) => withoutNull(fn.blocks[from], to, output),
  });
  return fn.blocks.flatMap((block) => {
    const input = inputs[block.id];
    if (block.end.kind !== 'return' || input === undefined) return [];
    return { at: block.end.start, held: passed(block, input, holding) };
  });
}

function passed(block: BasicBlock | undefined, input: Held, holding: Holding): Held {
  if (block === undefined) return input;
  let held = input;
  for (const step of block.steps) held = afterStep(step, held, holding);
  const { end } = block;
  const value =
    end.kind === 'branch' ? end.condition : end.kind === 'return' ? end.value : undefined;
  if (value === undefined) return held;
  const left = afterExpression(value, held, holding);
  // What is returned is the caller's.
  return end.kind === 'return' ? left.difference(valuePaths(value)) : left;
}

function afterStep(step: Step, held: Held, holding: Holding): Held {
  if (step.kind === 'eval') return afterExpression(step.expr, held, holding);
  if (step.kind !== 'declare' || step.init === undefined) return held;
  const { variable, init } = step;
  const target: Expr = { ...variable, kind: 'name', variable };
  return afterExpression(
    { ...target, kind: 'assign', op: '=', target, value: init },
    held,
    holding,
  );
}

function afterExpression(root: Expr, input: Held, { taken, isGivenUp }: Holding): Held {
  const parts = expressionsIn(root);
  const given = new Set([...input].filter((one) => parts.some((part) => isGivenUp(part, one))));
  let held = given.size === 0 ? input : input.difference(given);
  for (const part of parts) {
    const one = taken(part);
    if (one !== undefined) held = held.union(new Set([one]));
  }
  return held;
}

/** On the way where a pointer is null, or another one as well, it leads to nothing that it holds itself. */
function withoutNull(block: BasicBlock | undefined, to: number, held: Held): Held {
  if (held.size === 0 || block?.end.kind !== 'branch') return held;
  const { condition, then, otherwise } = block.end;
  if (then === otherwise) return held;
  const gone = constraintsOf(condition, to === then).flatMap(
    ({ alternatives: [first, ...others] }) => [
      ...others.reduce((all, other) => all.intersection(notHeld(other)), notHeld(first)),
    ],
  );
  return gone.length === 0 ? held : held.difference(new Set(gone));
}

/** The places of which a comparison says that they are null, or the same as another one, which has what they lead to. */
function notHeld({ relation, form: { constant, terms } }: Comparison): ReadonlySet<string> {
  return relation === '==' && constant === 0 && terms.size <= 2 ? new Set(terms.keys()) : new Set();
}

/** Whether a value is what a place holds, as it is. */
export function isValueOf(value: Expr, place: string): boolean {
  const plain = withoutCasts(value);
  if (plain.kind === 'conditional')
    return [plain.then, plain.otherwise].some(
      (each) => each !== undefined && isValueOf(each, place),
    );
  return expressionText(plain) === place;
}

/** An exit that holds something in head and did not in base: one of base or, where base has none that does, a new one. */
export function newlyHeld(
  { base, head, lines }: UnitChange,
  name: string,
  was: readonly FunctionExit[],
  now: readonly FunctionExit[],
): FunctionExit | undefined {
  const before = new Set(
    was.flatMap(({ at, held }) =>
      held.has(name) ? base.tree.location({ start: at, end: at }).line : [],
    ),
  );
  return now.find(({ at, held }) => {
    if (!held.has(name)) return false;
    const line = lines.inBase(head.tree.location({ start: at, end: at }).line);
    return line === undefined ? before.size === 0 : !before.has(line);
  });
}
