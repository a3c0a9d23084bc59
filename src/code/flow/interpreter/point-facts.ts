import type { Expr, LoweredFunction, Span } from '../../c/ir/ast.ts';
import type { CType } from '../../c/ir/types.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { type Assumptions, NO_ASSUMPTIONS } from '../domain/assumptions.ts';
import { type MemoryObject, unknownObject } from '../domain/memory-object.ts';
import { SourceStep } from '../domain/source-step.ts';
import { cellValue, State } from '../domain/state.ts';
import { joinTaints, type Taint } from '../domain/taint.ts';
import {
  type NullOrigin,
  plus,
  type Range,
  type RootFacts,
  type Target,
  type Value,
  ZERO,
} from '../domain/value.ts';
import { ValueNumbering } from '../domain/value-numbering.ts';
import type { Facts, Pointee } from './facts.ts';
import { memoryConditionsOf } from './memory-conditions.ts';

/** Answers what holds at the point that an analysis has come to, from its abstract state. */
export abstract class PointFacts implements Facts {
  readonly unit: TranslationUnit;
  readonly function: LoweredFunction;
  readonly file: string;
  readonly ids = new ValueNumbering();
  state: State;

  constructor(unit: TranslationUnit, fn: LoweredFunction, file: string) {
    this.unit = unit;
    this.function = fn;
    this.file = file;
    this.state = new State(this.ids);
  }

  abstract valueOf(expr: Expr): Value;

  abstract isHardlyTested(name: string): boolean;
  abstract isSeldomTested(name: string): boolean;
  abstract mayFindNothing(name: string): boolean;
  abstract neverReturns(name: string): boolean;

  range(value: Value): Range {
    return this.state.range(value);
  }

  factsOf(value: Value): RootFacts {
    return this.state.factsOfValue(value);
  }

  atMost(a: Value, b: Value): boolean {
    return this.state.atMost(a, b);
  }

  isNull(value: Value): 'never' | 'maybe' | 'always' {
    if (value.root === 0) return value.add === 0 ? 'always' : 'never';
    const facts = this.state.facts(value.root);
    if (!facts.mayBeNull) return 'never';
    if (!facts.mayBeNonNull) return 'always';
    return this.needsNullParameter(value) ? 'never' : 'maybe';
  }

  /**
   * Whether a value is null only where a parameter of the function is, of which nothing says so: that
   * it might be is the affair of the caller that passes it. Summaries keep the condition.
   */
  private needsNullParameter(value: Value): boolean {
    const conditions = this.ids.nullConditions.get(value.root) ?? [];
    return conditions.some(({ parameter, isPointer, mayBeNonZero }) => {
      const variable = this.function.parameters[parameter];
      if (!isPointer || mayBeNonZero || variable === undefined) return false;
      const origin = this.state.facts(this.ids.root(variable, 'parameter')).nullOrigin;
      return origin === undefined || origin.kind === 'parameter';
    });
  }

  nullOrigin(value: Value): NullOrigin | undefined {
    return value.root === 0 ? undefined : this.state.facts(value.root).nullOrigin;
  }

  pointees(value: Value): readonly Pointee[] {
    const found: Pointee[] = [];
    for (const target of this.targetsOf(value)) {
      const object = this.state.object(target.object);
      if (object !== undefined) found.push({ object, offset: target.offset });
    }
    return found;
  }

  taint(value: Value): Taint | undefined {
    return value.root === 0 ? undefined : this.state.facts(value.root).taint;
  }

  contentTaint(value: Value): Taint | undefined {
    let taint = this.taint(value);
    if (value.root === 0) return taint;
    // A pointer that was not looked through yet has no object of its own; a query must not make one.
    for (const target of this.state.facts(value.root).targets)
      taint = joinTaints(taint, this.state.object(target.object)?.taint);
    return taint;
  }

  assumedOf(value: Value): Assumptions {
    if (value.root === 0) return NO_ASSUMPTIONS;
    const { assumed, targets } = this.state.facts(value.root);
    return targets.reduce(
      (set, { object }) => set | (this.state.object(object)?.assumed ?? NO_ASSUMPTIONS),
      assumed,
    );
  }

  sizeOf(type: CType): number | undefined {
    return this.unit.symbols.sizeOf(type);
  }

  objectOfCell(cell: number): MemoryObject | undefined {
    return this.state.object(this.ids.ownerOf(cell).object);
  }

  mayBeAnyElement({ root }: Value): boolean {
    return this.ids.isAnyElement(root);
  }

  hasCharacters(object: number): boolean {
    const cells = this.ids.cellsOf(object);
    return ['', '[0]'].some((path) => {
      const cell = cells.get(path);
      if (cell === undefined) return false;
      const first = cellValue(this.state, cell);
      const { lo, hi } = this.state.range(first);
      const isNull = this.factsOf(first).mayBeNull && !this.state.excludes(first, 0);
      return lo > 0 || hi < 0 || !isNull;
    });
  }

  isPart(object: number): boolean {
    return this.ids.ownerOfPart(object) !== undefined;
  }

  partsOf(object: number): ReadonlyMap<string, Value> {
    const parts = new Map<string, Value>();
    for (const [path, cell] of this.ids.cellsOf(object)) {
      const value = this.state.get(cell);
      if (value !== undefined) parts.set(path, value);
    }
    return parts;
  }

  isDecidedByMemory(expr: Expr): boolean {
    return memoryConditionsOf(this.function).decide(expr);
  }

  /** Whether an expression runs wherever the parameters are what they are at it, whatever else holds. */
  isToldOnEntry(expr: Expr): boolean {
    return memoryConditionsOf(this.function).isTold(expr);
  }

  /** The same where nothing that memory or a call has told decides. */
  isToldByArguments(expr: Expr): boolean {
    return memoryConditionsOf(this.function).isToldByArguments(expr);
  }

  step(span: Span, message: string): SourceStep {
    return new SourceStep(this.unit.tree, this.file, this.function.name, span, message);
  }

  text(span: Span): string {
    return this.unit.tree.textOf(span);
  }

  /** The points-to set of a pointer; one of unknown origin points to an object of its own. */
  targetsOf(value: Value): readonly Target[] {
    if (value.root === 0) return [];
    const facts = this.state.facts(value.root);
    if (facts.targets.length === 0) {
      const object = this.ids.root(value.root, 'pointee');
      this.ids.recordPointer(object, value.root);
      if (this.state.object(object) === undefined) {
        this.state.setObject(unknownObject(object, facts.taint));
      }
      this.state.setFacts(value.root, { ...facts, targets: [{ object, offset: ZERO }] });
      return [{ object, offset: plus(ZERO, value.add) }];
    }
    for (const target of facts.targets) {
      if (this.state.object(target.object) === undefined)
        this.state.setObject(unknownObject(target.object, facts.taint));
    }
    if (value.add === 0) return facts.targets;
    return facts.targets.map((target) => ({
      object: target.object,
      offset: plus(target.offset, value.add),
    }));
  }
}
