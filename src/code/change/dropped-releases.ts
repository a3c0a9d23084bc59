import { successors } from '../c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isValueOf } from './held-at-exits.ts';
import { onlyReports } from './only-reports.ts';
import { handedBackPlace, handsBack } from './ownership-calls.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';
import { isZero } from './zero-value.ts';

/** A release that the change took away, with nothing in its place. */
export interface DroppedRelease {
  readonly place: string;
  /** In base. */
  readonly release: CallExpr;
}

/** Lines around a release in which the change may take away nothing else. */
const AROUND = 6;

/**
 * The releases that a change only takes away: it writes nothing that could release the place or hand it on,
 * base did so at no other point of the same ways, and what stood around the release is still there. That of two
 * releases of one place on one way one goes is no loss, and no function of the file has one more than before.
 */
export function droppedReleases(change: UnitChange, pair: FunctionPair): DroppedRelease[] {
  const { base, head } = pair;
  const releases = expressionsOf(base.blocks).flatMap((call): DroppedRelease[] => {
    if (call.kind !== 'call' || !handsBack(call) || !isTakenAway(change, call)) return [];
    const place = handedBackPlace(call);
    return place === undefined || !isStillThere(change, place)
      ? []
      : [{ place: expressionText(place), release: call }];
  });
  if (releases.length === 0 || hasNewRelease(change)) return [];
  const [before, now] = [countsOf(base), countsOf(head)];
  const isNew = (expr: Expr) => {
    const text = expressionText(expr);
    return (now.get(text) ?? 0) > (before.get(text) ?? 0);
  };
  const added = rootsOf(head).filter(isNew);
  const gone = rootsOf(base).filter((expr) => {
    const text = expressionText(expr);
    return (before.get(text) ?? 0) > (now.get(text) ?? 0);
  });
  const dropped = new Map<string, DroppedRelease>();
  for (const each of releases) {
    const { place, release } = each;
    if (dropped.has(place) || !gone.some((root) => expressionsIn(root).includes(release))) continue;
    if (added.some((root) => mayConcern(root, place))) continue;
    if (gone.some((root) => !goesWithRelease(root) && isAround(change, root, release))) continue;
    if (sourcesOf(base, place) !== sourcesOf(head, place)) continue;
    if (isGivenUpElsewhere(base, place, release) || !comesToReturn(base, release)) continue;
    if (leavesElsewhere(change, pair)) continue;
    dropped.set(place, each);
  }
  return [...dropped.values()];
}

/** Whether a function of head releases something that it did not in base: memory may have another owner. */
function hasNewRelease(change: UnitChange): boolean {
  const known = new Set(change.functions.map(({ head }) => head));
  const releasesOf = (fn: LoweredFunction) =>
    expressionsOf(fn.blocks).filter((expr) => expr.kind === 'call' && handsBack(expr));
  const paired = change.functions.some(({ base, head }) => {
    const before = countBy(releasesOf(base), expressionText);
    return [...countBy(releasesOf(head), expressionText)].some(
      ([text, count]) => count > (before.get(text) ?? 0),
    );
  });
  return (
    paired ||
    change.head.functions.some(
      (fn) => !known.has(fn) && isWritten(change, fn) && releasesOf(fn).length > 0,
    )
  );
}

/** Whether head has a jump in the lines that the change wrote that base had not: the way may lead to another release. */
function leavesElsewhere({ base, head, lines }: UnitChange, pair: FunctionPair): boolean {
  const known = new Set(
    base.tree
      .textOf(pair.base)
      .split('\n')
      .map((line) => line.trim()),
  );
  const { line: first } = head.tree.location(pair.head);
  return head.tree
    .textOf(pair.head)
    .split('\n')
    .some(
      (line, at) =>
        lines.inBase(first + at) === undefined &&
        /\b(?:goto|break|continue)\b/.test(line) &&
        !known.has(line.trim()),
    );
}

/** Whether the record of a member still has it apart from itself, as far as that is known. */
function isStillThere({ head }: UnitChange, place: Expr): boolean {
  if (place.kind !== 'member') return true;
  const type = place.arrow ? pointed(place.base.type) : place.base.type;
  if (type?.kind !== 'record') return true;
  const fields = head.symbols.records.get(type.name)?.fields ?? [];
  return (
    fields.length === 0 ||
    fields.some(({ name, type: of }) => name === place.name && of.kind !== 'array')
  );
}

function pointed(type: Expr['type']): Expr['type'] | undefined {
  return type.kind === 'pointer' ? type.to : undefined;
}

function rootsOf({ blocks }: LoweredFunction): Expr[] {
  return blocks.flatMap(topLevelExpressions);
}

function countsOf(fn: LoweredFunction): ReadonlyMap<string, number> {
  return countBy(rootsOf(fn), expressionText);
}

/** Whether what the change wrote names a place, its address or what it is reached from. */
function mayConcern(root: Expr, place: string): boolean {
  return expressionsIn(root).some((part) => {
    const text = expressionText(part);
    return text === place || (part.kind === 'name' && place.startsWith(`${text}->`));
  });
}

/** What may go with a release: others, the null that follows it, a test around it, a message. */
function goesWithRelease(root: Expr): boolean {
  const plain = withoutCasts(root);
  if (plain.kind === 'assign') return plain.op === '=' && isFixed(plain.value);
  return (plain.kind === 'call' && (handsBack(plain) || onlyReports(plain))) || isTest(plain);
}

function isFixed(value: Expr): boolean {
  return isZero(value) || knownNumber(value) !== undefined;
}

function isTest(expr: Expr): boolean {
  if (expr.kind === 'unary') return expr.op === '!';
  if (expr.kind === 'binary') return /^(?:[<>]=?|[!=]=|&&|\|\|)$/.test(expr.op);
  return expr.kind === 'name' || expr.kind === 'member' || expr.kind === 'number';
}

function isAround({ base }: UnitChange, root: Expr, release: Expr): boolean {
  return Math.abs(base.tree.location(root).line - base.tree.location(release).line) <= AROUND;
}

/** The calls that a place is filled by, in one text. */
function sourcesOf(fn: LoweredFunction, place: string): string {
  return assignedValues(fn)
    .flatMap(({ target, value }) =>
      target === place && withoutCasts(value).kind === 'call' ? expressionText(value) : [],
    )
    .sort()
    .join('\n');
}

/** Whether a way that goes past a release also releases the place, or stores it, in front or behind. */
function isGivenUpElsewhere(fn: LoweredFunction, place: string, release: CallExpr): boolean {
  const givesUp = (root: Expr) =>
    expressionsIn(root).some((part) => part !== release && isGivenUp(part, place, release));
  if (isReached(fn, place, release, givesUp)) return true;
  return fn.blocks.some((block) =>
    topLevelExpressions(block).some(
      (root) =>
        givesUp(root) &&
        isReached(fn, place, root, (later) => expressionsIn(later).includes(release)),
    ),
  );
}

function isGivenUp(part: Expr, place: string, release: CallExpr): boolean {
  if (part.kind === 'call') {
    // What frees the member as well frees plain memory, and takes nothing with the record.
    const isPlain = part.name === release.name;
    return handsBack(part) && part.args.some((argument) => isGivenWith(argument, place, isPlain));
  }
  if (part.kind !== 'assign' || expressionText(part.target) === place) return false;
  return isValueOf(part.value, place);
}

/** Whether an argument is a place, its address, or the record that it is in. */
function isGivenWith(argument: Expr, place: string, isPlain: boolean): boolean {
  const plain = withoutCasts(argument);
  const text = expressionText(plain.kind === 'address' ? withoutCasts(plain.operand) : plain);
  if (text === place) return true;
  return !isPlain && (place.startsWith(`${text}->`) || place.startsWith(`${text}.`));
}

/** Whether some expression is reached from another one while a place, and what leads to it, keeps its value. */
function isReached(
  fn: LoweredFunction,
  place: string,
  from: Expr,
  isWanted: (root: Expr) => boolean,
): boolean {
  const start = blockOf(fn, from);
  if (start === undefined) return false;
  const roots = topLevelExpressions(start);
  const at = roots.findIndex((root) => expressionsIn(root).includes(from));
  const open = [{ block: start, after: at + 1 }];
  const seen = new Set<number>();
  for (const { block, after } of open) {
    const passed = passRoots(topLevelExpressions(block).slice(after), place, isWanted);
    if (passed === 'wanted') return true;
    if (passed === 'ended' || setsPlace(block, place)) continue;
    if (block.end.kind === 'return' && block.end.value !== undefined)
      if (isValueOf(block.end.value, place)) return true;
    for (const id of successors(block.end)) {
      const next = fn.blocks[id];
      if (next === undefined || seen.has(id)) continue;
      seen.add(id);
      open.push({ block: next, after: 0 });
    }
  }
  return false;
}

function passRoots(
  roots: readonly Expr[],
  place: string,
  isWanted: (root: Expr) => boolean,
): 'wanted' | 'ended' | 'passed' {
  for (const root of roots) {
    if (isWanted(root)) return 'wanted';
    const isSet = expressionsIn(root).some((part) => {
      if (part.kind !== 'assign' && part.kind !== 'incdec') return false;
      const target = expressionText(part.kind === 'assign' ? part.target : part.operand);
      return target === place || place.startsWith(`${target}->`) || place.startsWith(`${target}[`);
    });
    if (isSet) return 'ended';
  }
  return 'passed';
}

/** Whether a block declares the variable that a place is, or is reached from. */
function setsPlace({ steps }: BasicBlock, place: string): boolean {
  return steps.some(
    (step) =>
      step.kind === 'declare' &&
      step.init !== undefined &&
      new RegExp(`^${step.variable.name}\\b`).test(place),
  );
}

/** Whether the function, not the process, ends behind an expression. */
function comesToReturn(fn: LoweredFunction, from: Expr): boolean {
  const start = blockOf(fn, from);
  const open = start === undefined ? [] : [start];
  const seen = new Set(open);
  for (const block of open) {
    if (block.end.kind === 'return') return true;
    for (const id of successors(block.end)) {
      const next = fn.blocks[id];
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

function blockOf({ blocks }: LoweredFunction, wanted: Expr): BasicBlock | undefined {
  return blocks.find((block) =>
    topLevelExpressions(block).some((root) => expressionsIn(root).includes(wanted)),
  );
}
