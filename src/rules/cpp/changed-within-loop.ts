import { successors } from '../../code/c/cfg/control-flow.ts';
import type { CallExpr, Expr, Loop, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, descendants } from '../../code/syntax/syntax.ts';
import type { ReportHit } from '../c/c-rule.ts';
import { containerKind, nameOfType, placeName } from './containers.ts';
import { disturbsLoop } from './element-changes.ts';

/** A loop over what is a variable or a field. */
interface RangeLoop {
  readonly place: string;
  /** What it calls the element, or the first part of that, and how many names it gives. */
  readonly first: string;
  readonly names: number;
}

/** A container is changed within a loop over its elements, which then goes on. */
export function changedWithin(
  loop: Loop,
  fn: LoweredFunction,
  ranges: ReadonlyMap<number, RangeLoop>,
  report: ReportHit,
): void {
  const range = loop.kind === 'range' ? ranges.get(loop.start) : undefined;
  if (range === undefined) return;
  const { place } = range;
  const body = new Set(loop.body);
  const isChange = (expr: Expr): expr is CallExpr =>
    expr.kind === 'call' &&
    expr.receiver !== undefined &&
    placeName(expr.receiver) === place &&
    (disturbsLoop(expr) || erasesOwn(expr, range));
  for (const id of body) {
    const block = fn.blocks[id];
    if (block === undefined || id === loop.header) continue;
    for (const call of expressionsOf([block]).filter(isChange))
      if (goesOn(id, loop, body, fn))
        report(call, `\`${call.name}\` changes \`${place}\` while a loop goes over its elements`, {
          confidence: 0.85,
        });
  }
}

/** Whether a call erases, by its key, the element that the loop is at. */
function erasesOwn({ name, args, receiver }: CallExpr, { names, first }: RangeLoop): boolean {
  if (receiver === undefined || containerKind(receiver.type) !== 'nodes') return false;
  const [only] = args;
  if (only === undefined || args.length !== 1) return false;
  const isList = /list</.test(nameOfType(receiver.type));
  if (name !== (isList ? 'remove' : 'erase')) return false;
  const bare = withoutCasts(only);
  if (bare.kind === 'name') return bare.name === first && (names === 2 || !isMap(receiver));
  const base = bare.kind === 'member' && bare.name === 'first' ? bare.base : undefined;
  return base?.kind === 'name' && base.name === first && names === 1;
}

function isMap({ type }: Expr): boolean {
  return /map</.test(nameOfType(type));
}

/** Whether the next round of a loop can follow on a block. */
function goesOn(from: number, loop: Loop, body: ReadonlySet<number>, fn: LoweredFunction): boolean {
  const seen = new Set([from]);
  for (const id of seen) {
    const block = fn.blocks[id];
    for (const next of block === undefined ? [] : successors(block.end)) {
      if (next === loop.header) return true;
      if (body.has(next)) seen.add(next);
    }
  }
  return false;
}

/** The loops that go over a variable or a field, by where they begin. */
export function rangeLoops({ tree }: TranslationUnit): Map<number, RangeLoop> {
  const loops = new Map<number, RangeLoop>();
  if (!/\bfor\b/.test(tree.text)) return loops;
  for (const node of descendants(tree.root)) {
    const right = node.type === 'for_range_loop' ? childOf(node, 'right') : undefined;
    if (right === undefined || !/^(?:identifier|field_expression)$/.test(right.type)) continue;
    const declarator = childOf(node, 'declarator');
    const names = descendants(declarator ?? right).filter(({ type }) => type === 'identifier');
    const [first] = names;
    loops.set(node.start, {
      place: tree.textOf(right).replace(/\s+/g, ''),
      first: declarator === undefined || first === undefined ? '' : tree.textOf(first),
      names: names.length,
    });
  }
  return loops;
}
