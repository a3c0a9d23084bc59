import { controlFlow, successors } from '../c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, NameExpr, Step } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { partsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { solveLattice } from '../graph/data-flow.ts';
import { isPlace } from './access-paths.ts';
import { passBlock } from './pass-block.ts';

/** A use of a pointer behind a call that released what it points to. */
export interface ReleasedUse {
  /** The pointer, as its text. */
  readonly place: string;
  readonly release: CallExpr;
  readonly use: Expr;
  /** Whether memory is reached through it, it is released again, or it is handed to a call. */
  readonly kind: 'access' | 'release' | 'argument';
}

/** What is known at a point: pointers that were released on every way here, and variables that are copies. */
interface Known {
  readonly released: ReadonlyMap<string, Release>;
  /** What a variable was last assigned from, by the variable's name. */
  readonly copies: ReadonlyMap<string, CopiedPlace>;
}

interface CopiedPlace {
  readonly place: string;
  /** Whether any call can give the place another value. */
  readonly isShared: boolean;
}

interface Release {
  readonly call: CallExpr;
  /** Whether any call can give the pointer another value. */
  readonly isShared: boolean;
}

const NOTHING: Known = { released: new Map(), copies: new Map() };
const MAX_BLOCKS = 6_000;
/** So many blocks are followed from a release on while there is one way on. */
const MAX_FOLLOWED = 30;

type OnUse = (use: ReleasedUse) => void;

/** What counts: releases on every way to a use or on any, and by which words in the names of calls. */
interface Search {
  readonly ways: 'every' | 'any';
  readonly releases: RegExp;
}

const ON_EVERY_WAY: Search = {
  ways: 'every',
  releases: /^(?:free|dealloc|deallocate|destroy)$|^[a-z]{1,3}free$/,
};
/** Of releases that stand in both versions a word that may mean less is enough. */
const ON_ANY_WAY: Search = {
  ways: 'any',
  releases:
    /^(?:free|dealloc|deallocate|destroy|release|delete|dispose|close|unref|decref|refdec|drop)$|^[a-z]{1,3}free$/,
};

/**
 * The uses of pointers that were released before, in the order of the blocks: on every way to the use
 * (a forward must-analysis), or on a way without a branch from the release to the use, as to a label where
 * errors end. A release is a call of a function whose name says so, and copies of the pointer
 * count. For comparing two versions of a function: what both have says nothing of the change.
 */
export function releasedUses(fn: LoweredFunction): readonly ReleasedUse[] {
  return usesBehind(fn, ON_EVERY_WAY);
}

/** As `releasedUses`, but of releases on any way to the use (a forward may-analysis), whatever else the way depends on. */
export function possiblyReleasedUses(fn: LoweredFunction): readonly ReleasedUse[] {
  return usesBehind(fn, ON_ANY_WAY);
}

function usesBehind(fn: LoweredFunction, search: Search): readonly ReleasedUse[] {
  if (fn.blocks.length > MAX_BLOCKS) return [];
  const isReleasing = ({ steps }: BasicBlock) => steps.some((step) => isReleaseStep(step, search));
  if (!fn.blocks.some(isReleasing)) return [];
  const inputs = solveLattice<Known>(controlFlow(fn.blocks), {
    boundary: NOTHING,
    join: search.ways === 'every' ? common : either,
    equals: isSame,
    transfer: (id, input) => passWithUses(fn.blocks[id], input, search),
  });
  const uses = new Map<Expr, ReleasedUse>();
  const onUse: OnUse = (use) => {
    if (!uses.has(use.use)) uses.set(use.use, use);
  };
  for (const block of fn.blocks) {
    const input = inputs[block.id];
    if (input === undefined) continue;
    const output = passWithUses(block, input, search, onUse);
    if (search.ways === 'every' && isReleasing(block)) followJumps(fn, block, output, onUse);
  }
  return [...uses.values()];
}

/** Goes on behind a block as long as there is one way on. */
function followJumps(fn: LoweredFunction, from: BasicBlock, output: Known, onUse: OnUse): void {
  let known = output;
  let block: BasicBlock | undefined = from;
  const seen = new Set<number>();
  while (block !== undefined && seen.size < MAX_FOLLOWED) {
    const [next, ...others] = successors(block.end);
    if (next === undefined || others.length > 0 || seen.has(next)) return;
    seen.add(next);
    block = fn.blocks[next];
    known = passWithUses(block, known, ON_EVERY_WAY, onUse);
  }
}

function common(a: Known, b: Known): Known {
  if (a === b) return a;
  const released = new Map([...a.released].filter(([place]) => b.released.has(place)));
  const copies = new Map(
    [...a.copies].filter(([name, { place }]) => b.copies.get(name)?.place === place),
  );
  return { released, copies };
}

/** What was released on one way or the other; a copy is one of the same place on both. */
function either(a: Known, b: Known): Known {
  if (a === b) return a;
  return { released: new Map([...b.released, ...a.released]), copies: common(a, b).copies };
}

function isSame(a: Known, b: Known): boolean {
  return (
    a.released.size === b.released.size &&
    a.copies.size === b.copies.size &&
    [...a.released.keys()].every((place) => b.released.has(place)) &&
    [...a.copies].every(([name, { place }]) => b.copies.get(name)?.place === place)
  );
}

function passWithUses(
  block: BasicBlock | undefined,
  input: Known,
  search: Search,
  onUse?: OnUse,
): Known {
  return passBlock(block, input, {
    step: (step, known) => passStep(step, known, search, onUse),
    expression: (expr, known) => pass(expr, known, onUse),
  });
}

function passStep(step: Step, input: Known, search: Search, onUse: OnUse | undefined): Known {
  if (step.kind === 'eval') {
    const known = pass(step.expr, input, onUse);
    const released = releasedPlace(step.expr, search);
    return released === undefined ? known : withReleased(known, released.place, released.call);
  }
  if (step.kind === 'leave') return input;
  let known = input;
  if (step.count !== undefined) known = pass(step.count, known, onUse);
  if (step.init !== undefined) known = pass(step.init, known, onUse);
  const { variable } = step;
  const name: NameExpr = { ...variable, kind: 'name', variable };
  return withAssigned(known, name, step.init);
}

/** Evaluates an expression: tells of its uses, and forgets what it assigns. */
function pass(expr: Expr, input: Known, onUse: OnUse | undefined): Known {
  let known = input;
  switch (expr.kind) {
    case 'sizeof':
      return known;
    case 'binary':
      if (expr.op === '&&' || expr.op === '||') {
        known = pass(expr.left, known, onUse);
        return common(known, pass(expr.right, known, onUse));
      }
      break;
    case 'conditional': {
      known = pass(expr.condition, known, onUse);
      const then = expr.then === undefined ? known : pass(expr.then, known, onUse);
      return common(then, pass(expr.otherwise, known, onUse));
    }
    case 'assign':
      known = pass(expr.value, known, onUse);
      known = pass(expr.target, known, onUse);
      return withAssigned(known, expr.target, expr.op === '=' ? expr.value : undefined);
    case 'incdec':
      return withAssigned(pass(expr.operand, known, onUse), expr.operand, undefined);
  }
  const reached = reachedThrough(expr);
  const release = reached && known.released.get(expressionText(reached));
  if (release !== undefined && reached !== undefined) {
    const place = expressionText(reached);
    onUse?.({ place, release: release.call, use: expr, kind: 'access' });
  }
  for (const part of partsOf(expr)) known = pass(part, known, onUse);
  return expr.kind === 'call' ? passCall(expr, known, onUse) : known;
}

/** Tells of released pointers that a call gets, and forgets what it may assign. */
function passCall(call: CallExpr, input: Known, onUse: OnUse | undefined): Known {
  for (const argument of call.args) {
    const place = isPlace(argument) ? expressionText(argument) : undefined;
    const release = place === undefined ? undefined : input.released.get(place);
    if (place === undefined || release === undefined) continue;
    const isRelease = releasedPlace(call, ON_ANY_WAY)?.place === withoutCasts(argument);
    const kind = isRelease ? 'release' : 'argument';
    onUse?.({ place, release: release.call, use: call, kind });
  }
  const written = call.args.map((argument) => expressionText(withoutAddress(argument)));
  const released = new Map(
    [...input.released].filter(
      ([place, { isShared }]) => !isShared && !written.some((argument) => isBelow(place, argument)),
    ),
  );
  for (const argument of call.args) {
    const given = withoutCasts(argument);
    if (given.kind === 'address') released.delete(expressionText(given.operand));
  }
  return released.size === input.released.size ? input : { ...input, released };
}

/** The pointer whose memory an expression reaches. */
function reachedThrough(expr: Expr): Expr | undefined {
  if (expr.kind === 'deref') return placeOrNone(expr.operand);
  if (expr.kind === 'index') return placeOrNone(expr.base);
  return expr.kind === 'member' && expr.arrow ? placeOrNone(expr.base) : undefined;
}

function placeOrNone(expr: Expr): Expr | undefined {
  return isPlace(expr) ? expr : undefined;
}

function withAssigned(known: Known, target: Expr, value: Expr | undefined): Known {
  const place = expressionText(target);
  const stays = (other: string) => other !== place && !isBelow(other, place);
  const released = new Map([...known.released].filter(([other]) => stays(other)));
  const copies = new Map(
    [...known.copies].filter(([name, from]) => name !== place && stays(from.place)),
  );
  if (target.kind !== 'name' || value === undefined || !isPlace(value)) return { released, copies };
  const from = expressionText(value);
  const isShared = withoutCasts(value).kind !== 'name' || isReachedByOthers(value);
  if (from !== place && isPointerLike(target.type)) copies.set(place, { place: from, isShared });
  const release = known.released.get(from);
  if (release !== undefined && target.variable?.scope === 'local') released.set(place, release);
  return { released, copies };
}

function withReleased(known: Known, place: Expr, call: CallExpr): Known {
  const text = expressionText(place);
  const released = new Map(known.released);
  const release = { call, isShared: isReachedByOthers(place) };
  released.set(text, release);
  for (const [name, from] of known.copies) {
    if (from.place === text) released.set(name, { call, isShared: false });
    if (name === text) released.set(from.place, { call, isShared: from.isShared });
  }
  return { ...known, released };
}

/** Whether a place lies in what another one names or points to: `s->text` below `s`. */
function isBelow(place: string, other: string): boolean {
  return (
    place.length > other.length &&
    place.startsWith(other) &&
    /^[-.[]/.test(place.slice(other.length))
  );
}

/** Whether others than this function can reach the variable that a place begins at. */
function isReachedByOthers(expr: Expr): boolean {
  switch (expr.kind) {
    case 'name':
      return !/^(?:local|parameter)$/.test(expr.variable?.scope ?? '');
    case 'member':
    case 'index':
      return isReachedByOthers(expr.base);
    case 'deref':
    case 'cast':
      return isReachedByOthers(expr.operand);
    default:
      return true;
  }
}

function withoutAddress(expr: Expr): Expr {
  const plain = withoutCasts(expr);
  return plain.kind === 'address' ? plain.operand : plain;
}

function isReleaseStep(step: Step, search: Search): boolean {
  return step.kind === 'eval' && releasedPlace(step.expr, search) !== undefined;
}

/** Words of functions that keep what they get, or give the pointer another value. */
const KEEPS =
  /^(?:null|nullify|safe|clear|reset|contents?|items|elements|entries|fields|members|all|if|maybe|try|list|cache|unused)$/;

/** The pointer that a call releases, when its name says that it does and nothing wants its result. */
function releasedPlace(
  expr: Expr,
  { releases }: Search,
): { readonly place: Expr; readonly call: CallExpr } | undefined {
  const call = withoutCasts(expr);
  if (call.kind !== 'call' || call.args.length === 0 || call.args.length > 2) return undefined;
  const words = call.name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
  if (!words.some((word) => releases.test(word)) || words.some((word) => KEEPS.test(word)))
    return undefined;
  const place = call.args.at(-1);
  if (place === undefined || !isPlace(place) || !isPointerLike(place.type)) return undefined;
  return { place: withoutCasts(place), call };
}
