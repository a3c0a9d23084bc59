import type { TraceStep } from '../../syntax/location.ts';
import type { Assumptions } from './assumptions.ts';
import type { EntryConditions } from './entry-condition.ts';
import type { Frees, Outcome } from './function-summary.ts';
import type { BySign } from './result-sign.ts';
import { StepBudget } from './step-budget.ts';
import { greatestCommonDivisor, type RootFacts, TOP_FACTS, type Value } from './value.ts';
import { ValueOrigins } from './value-origins.ts';

/** Whether a call freed an object, by what it returned. */
export interface ConditionalRelease {
  readonly object: number;
  /** The step at which it may have been freed. */
  readonly at: TraceStep;
  /** What was assumed of the object before. */
  readonly assumed: Assumptions;
  readonly by: BySign<Frees>;
}

/** What a call left in a cell, or what it was given, by what it returned. */
export interface ConditionalOutcome {
  /** The root of what the cell holds, or of the argument. */
  readonly root: number;
  readonly by: BySign<Outcome>;
  /**
   * The condition that holds as long as the root stands for what the call was given; undefined for
   * an output, whose root the call itself has made.
   */
  readonly linkedBy: number | undefined;
}

/**
 * Numbers for roots, cells and objects of one function's analysis, given out
 * on first use and the same in every round.
 */
export class ValueNumbering {
  private readonly byKey = new Map<unknown, Map<string, number>>();
  private readonly phis = new Map<number, number>();
  private readonly cellIds = new Map<number, Map<string, number>>();
  private readonly initialCells = new Map<number, number>();
  private readonly initials = new Map<number, number>();
  private readonly parts = new Map<number, Set<number>>();
  /** What each object that is a part of another one is a part of. */
  private readonly owners = new Map<number, { object: number; path: string }>();
  private readonly defaultFacts = new Map<number, RootFacts>();
  /** What each cell is a part of: the object and the path in it. */
  private readonly cellOwners: { object: number; path: string }[] = [{ object: 0, path: '' }];
  private readonly conditions = new Map<string, number>();
  private readonly conditionRoots: (readonly number[])[] = [[]];
  private next = 1;
  private readonly anchored = new Set<number>();
  private readonly divisors = new Map<number, number>();
  private readonly anyElements = new Set<number>();
  private readonly cellHolders = new Map<number, Set<number>>();
  private readonly objectHolders = new Map<number, Set<number>>();
  private readonly pointers = new Map<number, number>();
  private readonly widths = new Map<number, number>();
  private readonly usualWidths = new Map<number, number>();
  private readonly mixedWidths = new Set<number>();
  private readonly elements = new Map<number, Set<number>>();
  private readonly elementCells = new Map<string, number>();
  private readonly elementCellIds = new Set<number>();
  private readonly elementCellsByRoot = new Map<number, Set<number>>();
  /** Facts of intermediate results, which nothing holds; forgotten with the step that made them. */
  readonly scratch = new Map<number, RootFacts>();
  /** What the result of a call tells of its outputs, by the result's root. */
  readonly conditionalOutcomes = new Map<number, readonly ConditionalOutcome[]>();
  /** What the parameters are wherever the result of a call is null, by the result's root. */
  readonly nullConditions = new Map<number, EntryConditions>();
  /** What the result of a call tells of what it freed, by the result's root. */
  readonly conditionalReleases = new Map<number, readonly ConditionalRelease[]>();
  /** By what `realloc` has given: the pointer that it was given, which leads nowhere any more unless that is null. */
  readonly movedPointers = new Map<number, { readonly root: number; readonly at: TraceStep }>();
  /** Objects and cells whose fate keeps states apart; `given` are those that a caller passed and that are freed here. */
  readonly tracked = {
    objects: new Set<number>(),
    given: new Set<number>(),
    cells: new Set<number>(),
  };

  /** What roots were made of. */
  readonly origins = new ValueOrigins();
  /** The objects of variables that outlive the function, in any state. */
  readonly statics = new Set<number>();
  /** What the analysis has cost so far. */
  readonly budget = new StepBudget();

  /** A value number for a place and purpose. */
  root(key: unknown, purpose = ''): number {
    let purposes = this.byKey.get(key);
    if (purposes === undefined) {
      purposes = new Map();
      this.byKey.set(key, purposes);
    }
    let id = purposes.get(purpose);
    if (id === undefined) {
      id = this.next;
      this.next += 1;
      purposes.set(purpose, id);
    }
    return id;
  }

  /** Notes which pointer of unknown origin leads to an object. */
  recordPointer(object: number, root: number): void {
    this.pointers.set(object, root);
  }

  /** The root of the pointer of unknown origin that leads to an object. */
  pointerTo(object: number): number | undefined {
    return this.pointers.get(object);
  }

  /** The value number for a place and purpose if one was given out. */
  knownRoot(key: unknown, purpose: string): number | undefined {
    return this.byKey.get(key)?.get(purpose);
  }

  /** The number of a condition on some roots, from 1. */
  condition(form: string, roots: readonly number[]): number {
    let id = this.conditions.get(form);
    if (id === undefined) {
      id = this.conditionRoots.length;
      this.conditionRoots.push(roots);
      this.conditions.set(form, id);
    }
    return id;
  }

  /** The roots that a condition is about. */
  rootsOfCondition(id: number): readonly number[] {
    return this.conditionRoots[id] ?? [];
  }

  /** The value number for a cell where paths meet. */
  phi(block: number, cell: number): number {
    const key = block * 1048576 + cell;
    const known = this.phis.get(key);
    if (known !== undefined) return known;
    const id = this.next;
    this.next += 1;
    this.phis.set(key, id);
    this.anchored.add(id);
    return id;
  }

  /**
   * The cell of a part of an object; the empty path is the whole of a scalar. A scalar part that
   * is an object of its own, such as a field whose address is taken, has the cell of its owner.
   */
  cell(object: number, path: string): number {
    const owner = path === '' ? this.owners.get(object) : undefined;
    if (owner !== undefined) {
      const shared = this.cell(owner.object, owner.path);
      this.pathsOf(object).set('', shared);
      return shared;
    }
    const paths = this.pathsOf(object);
    let id = paths.get(path);
    if (id === undefined) {
      id = this.cellOwners.length;
      this.cellOwners.push({ object, path });
      paths.set(path, id);
    }
    return id;
  }

  private pathsOf(object: number): Map<string, number> {
    let paths = this.cellIds.get(object);
    if (paths === undefined) {
      paths = new Map();
      this.cellIds.set(object, paths);
    }
    return paths;
  }

  /** The object that a part of an object is, such as a record in a record. */
  part(object: number, path: string): number {
    const id = this.root(object, `part ${path}`);
    let parts = this.parts.get(object);
    if (parts === undefined) {
      parts = new Set();
      this.parts.set(object, parts);
    }
    if (!parts.has(id)) {
      parts.add(id);
      this.owners.set(id, { object, path });
    }
    return id;
  }

  /** The object that an object is a part of, or undefined. */
  ownerOfPart(object: number): number | undefined {
    return this.owners.get(object)?.object;
  }

  /** The object that an object is a part of, and its path there, or undefined. */
  placeOfPart(object: number): { readonly object: number; readonly path: string } | undefined {
    return this.owners.get(object);
  }

  /** The object that an object is a part of, or of a part of, which is a part of none. */
  outermost(object: number): number {
    let top = object;
    for (let place = this.owners.get(top); place; place = this.owners.get(top)) top = place.object;
    return top;
  }

  /** The part of an object at a path, where it was met. */
  knownPart(object: number, path: string): number | undefined {
    return this.parts.has(object) ? this.knownRoot(object, `part ${path}`) : undefined;
  }

  /** The objects that are parts of an object. */
  partsOf(object: number): ReadonlySet<number> {
    return this.parts.get(object) ?? NONE;
  }

  /** The cells of an object that were ever named. */
  cellsOf(object: number): ReadonlyMap<string, number> {
    return this.cellIds.get(object) ?? NO_CELLS;
  }

  /** The object that a cell is a part of, and its path there. */
  ownerOf(cell: number): { readonly object: number; readonly path: string } {
    return this.cellOwners[cell] ?? { object: 0, path: '' };
  }

  /** Notes with how many bytes a cell of an object was written; gives the most that it was written with before. */
  recordWidth(object: number, cell: number, width: number): number {
    const widest = this.widths.get(cell) ?? 0;
    if (width > widest) this.widths.set(cell, width);
    const usual = this.usualWidths.get(object);
    if (usual === undefined) this.usualWidths.set(object, width);
    else if (usual !== width) this.mixedWidths.add(object);
    return widest;
  }

  /** The most bytes that a cell was written with. */
  widestOf(cell: number): number | undefined {
    return this.widths.get(cell);
  }

  /** Whether an object was written with different numbers of bytes. */
  hasMixedWidths(object: number): boolean {
    return this.mixedWidths.has(object);
  }

  /** Notes that a root is a pointer that any of several elements of an array may hold. */
  recordAnyElement(root: number): void {
    this.anyElements.add(root);
  }

  isAnyElement(root: number): boolean {
    return this.anyElements.has(root);
  }

  /** Notes what a root is a multiple of. */
  recordDivisor(root: number, divisor: number): void {
    this.divisors.set(root, divisor);
  }

  /** The greatest number that a value is known to be a multiple of; 0 of zero. */
  divisorOf({ root, scale, add }: Value): number {
    const ofRoot = root === 0 ? 0 : scale * (this.divisors.get(root) ?? 1);
    return greatestCommonDivisor(ofRoot, add);
  }

  /** Notes that a root is held by a cell, an object or a pointer. */
  anchor(root: number): void {
    this.anchored.add(root);
  }

  /** Whether something holds a root, so that its facts are part of the state. */
  isAnchored(root: number): boolean {
    return this.anchored.has(root);
  }

  /** Notes that a cell holds a root in some state. */
  recordHolder(root: number, cell: number): void {
    addTo(this.cellHolders, root, cell);
  }

  /** Notes that an object is measured by a root in some state. */
  recordMeasure(root: number, object: number): void {
    addTo(this.objectHolders, root, object);
  }

  /** The cells that hold a root in any state: the only ones to look at where it is renamed. */
  cellsHolding(root: number): ReadonlySet<number> {
    return this.cellHolders.get(root) ?? NONE;
  }

  /** The objects that are measured by a root in any state. */
  objectsMeasuredBy(root: number): ReadonlySet<number> {
    return this.objectHolders.get(root) ?? NONE;
  }

  /** Notes that an element is what it is because of a root: its index, or what all elements hold. */
  recordElement(element: number, root: number): void {
    if (root !== 0) addTo(this.elements, root, element);
  }

  /**
   * The cell of one element at an index that is no number, while all elements hold what they do: it
   * is forgotten when its index or that changes.
   */
  elementCell(key: string, roots: readonly number[]): number {
    let cell = this.elementCells.get(key);
    if (cell === undefined) {
      cell = this.cellOwners.length;
      this.cellOwners.push({ object: 0, path: '' });
      this.elementCells.set(key, cell);
      this.elementCellIds.add(cell);
      for (const root of roots) if (root !== 0) addTo(this.elementCellsByRoot, root, cell);
    }
    return cell;
  }

  /** The cell of one element by its key, where something was stored in one. */
  knownElementCell(key: string): number | undefined {
    return this.elementCells.get(key);
  }

  isElementCell(cell: number): boolean {
    return this.elementCellIds.has(cell);
  }

  /** The cells of elements that a root decides. */
  elementCellsBy(root: number): ReadonlySet<number> {
    return this.elementCellsByRoot.get(root) ?? NONE;
  }

  /** The elements that were read at an index which a root decides. */
  elementsBy(root: number): ReadonlySet<number> {
    return this.elements.get(root) ?? NONE;
  }

  /** The value number of what a cell held before the function touched it. */
  initial(cell: number): number {
    const known = this.initials.get(cell);
    if (known !== undefined) return known;
    const id = this.next;
    this.next += 1;
    this.initials.set(cell, id);
    this.initialCells.set(id, cell);
    this.anchored.add(id);
    return id;
  }

  /** The value number of what a cell held at first, if the function has asked for it. */
  knownInitial(cell: number): number | undefined {
    return this.initials.get(cell);
  }

  /** The cell that held a root before the function touched it, or undefined for other roots. */
  cellOfInitial(root: number): number | undefined {
    return this.initialCells.get(root);
  }

  /** The facts of what a cell held before the function touched it; undefined for other roots. */
  initialFacts(root: number): RootFacts | undefined {
    return this.defaultFacts.get(root);
  }

  /** Forgets what holds everywhere, for code before which anything may have happened. */
  forget(): void {
    this.defaultFacts.clear();
    this.conditionalOutcomes.clear();
    this.conditionalReleases.clear();
    this.movedPointers.clear();
    this.nullConditions.clear();
    this.scratch.clear();
    this.tracked.objects.clear();
    this.tracked.given.clear();
    this.tracked.cells.clear();
  }

  /** What holds of a root wherever nothing more is known. */
  defaults(root: number): RootFacts {
    return this.defaultFacts.get(root) ?? TOP_FACTS;
  }

  /** Says what holds of a root everywhere; the first to say so is right. */
  setDefaults(root: number, facts: RootFacts): void {
    if (!this.defaultFacts.has(root)) this.defaultFacts.set(root, facts);
  }
}

function addTo(sets: Map<number, Set<number>>, key: number, value: number): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}

const NONE: ReadonlySet<number> = new Set();
const NO_CELLS: ReadonlyMap<string, number> = new Map();
