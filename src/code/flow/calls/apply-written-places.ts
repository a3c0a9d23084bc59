import type { CallExpr } from '../../c/ir/ast.ts';
import { initialContent } from '../domain/initial-content.ts';
import { rootValue, type Value } from '../domain/value.ts';
import { placeOf, type WrittenPlaces } from '../domain/written-places.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markEscaped } from '../memory/escape.ts';
import { forgetCell, holds } from '../memory/havoc.ts';
import { knownObject } from '../memory/objects.ts';
import { overlappingObjects } from '../memory/overlap.ts';

/**
 * Forgets what a callee writes further away than where its arguments point: in all memory that these and the globals
 * lead to, as far as this function knows it. What they point to itself is written by its cells.
 */
export function applyWrittenPlaces(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  places: WrittenPlaces,
): void {
  if (places.length === 0) return;
  for (const place of places) interpreter.calledPlaces.add(place);
  const walk = new ReachableMemory(interpreter, expr, new Set(places));
  for (const value of args) walk.enterAll(value, 'given');
  for (const { id, kind } of interpreter.state.objects())
    if (kind === 'static') walk.enter(id, 'given');
  interpreter.ids.budget.spend(walk.visited.size);
}

/** How an object was met: as what an argument points to, behind that, or in what is written as a whole. */
type Reach = 'given' | 'behind' | 'whole';
const ORDER: readonly Reach[] = ['given', 'behind', 'whole'];

class ReachableMemory {
  readonly visited = new Map<number, Reach>();
  private readonly interpreter: Interpreter;
  private readonly expr: CallExpr;
  private readonly places: ReadonlySet<string>;

  constructor(interpreter: Interpreter, expr: CallExpr, places: ReadonlySet<string>) {
    this.interpreter = interpreter;
    this.expr = expr;
    this.places = places;
  }

  /** What a pointer is known to lead to; asking for more would make it. */
  enterAll(value: Value, reach: Reach): void {
    if (value.root === 0) return;
    const { ids, state } = this.interpreter;
    const { targets } = state.facts(value.root);
    for (const { object } of targets) this.enter(object, reach);
    const unknown = targets.length === 0 ? ids.knownRoot(value.root, 'pointee') : undefined;
    if (unknown !== undefined) this.enter(unknown, reach);
  }

  enter(object: number, reach: Reach): void {
    const { ids, state } = this.interpreter;
    const before = this.visited.get(object);
    if (before !== undefined && ORDER.indexOf(before) >= ORDER.indexOf(reach)) return;
    this.visited.set(object, reach);
    const known = knownObject(this.interpreter, object);
    if (known?.kind === 'literal') return;
    // Another element may be the one that is meant.
    for (const other of overlappingObjects(ids, object)) this.enter(other, reach);
    // Who leads on is asked before it is forgotten.
    const next = [...ids.cellsOf(object)].map(([path, cell]) => ({
      value: state.get(cell) ?? rootValue(ids.initial(cell)),
      reach: this.behind(path, reach),
    }));
    if (reach !== 'given' || known?.kind === 'static') this.forget(object, reach);
    for (const each of next) this.enterAll(each.value, each.reach);
    for (const part of ids.partsOf(object))
      this.enter(part, this.behind(ids.placeOfPart(part)?.path ?? '', reach));
  }

  private behind(path: string, reach: Reach): Reach {
    const isWhole = reach === 'whole' || this.places.has('*') || this.places.has(`*${path}`);
    return isWhole ? 'whole' : 'behind';
  }

  /** The block that a pointer leads to, if this function has allocated it and still has it. */
  private ownBlock({ root }: Value): number | undefined {
    const { state } = this.interpreter;
    if (root === 0) return undefined;
    return state.facts(root).targets.find((target) => {
      const object = state.object(target.object);
      return object?.family !== undefined && object.lifetime === 'live';
    })?.object;
  }

  /** Whether a variable or a field holds a pointer to a block, besides a cell that is forgotten. */
  private isHeldBeside(cell: number, block: number): boolean {
    const { ids, state } = this.interpreter;
    for (const [other, { root }] of state.cells.entries()) {
      if (other === cell || root === 0 || ids.ownerOf(other).path.startsWith('[')) continue;
      if (state.facts(root).targets.some(({ object }) => object === block)) return true;
    }
    return false;
  }

  private forget(object: number, reach: Reach): void {
    const { interpreter, expr, places } = this;
    const { ids, state } = interpreter;
    const known = knownObject(interpreter, object);
    const isWritten = (path: string): boolean =>
      reach === 'whole' || places.has('*') || places.has(placeOf(path));
    // A field whose address is taken is a part and a cell of its record: the record may know its value.
    const place = ids.placeOfPart(object);
    const isCleared = place !== undefined && initialContent(state, place.object) === 'zero';
    const isCell = place !== undefined && ids.cellsOf(place.object).has(place.path);
    if ((isCleared || isCell) && isWritten('')) ids.cell(object, '');
    for (const [path, cell] of ids.cellsOf(object)) {
      // What globals hold themselves is told by name.
      if ((path === '' && known?.kind === 'static') || !isWritten(path)) continue;
      if (!holds(interpreter, cell) && !(isCleared && path === '')) continue;
      const held = state.get(cell) ?? rootValue(ids.initial(cell));
      const block = this.ownBlock(held);
      // Code that may write anything hardly ever takes the place of a block that it has not made.
      if (block !== undefined && !places.has(placeOf(path))) continue;
      if (block === undefined || !this.isHeldBeside(cell, block)) markEscaped(interpreter, held);
      forgetCell(interpreter, cell, expr, interpreter.factsOf(held).taint);
    }
    if (known !== undefined)
      state.setObject({
        ...known,
        initial: 'unknown',
        ...(isWritten('[]') || isWritten('') ? NO_TEXT : {}),
      });
  }
}

/** Of text that is written nothing is known any more. */
const NO_TEXT = {
  terminated: 'unknown',
  maxLength: Number.POSITIVE_INFINITY,
  length: undefined,
  tail: undefined,
  text: undefined,
} as const;
