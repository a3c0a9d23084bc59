import type { CFunction, Expr, Span, Variable } from '../c/ast.ts';
import { applyBinary, heldBy } from '../c/constants.ts';
import { type CType, isPointerLike, pointee, promoted } from '../c/types.ts';
import type { TranslationUnit } from '../c/unit.ts';
import type { TraceStep } from '../location.ts';
import { applyCall } from './calls.ts';
import { Conditions } from './conditions.ts';
import type { CallEvent, FlowListener } from './events.ts';
import type { Facts, Pointee } from './facts.ts';
import { IdentityTable } from './identity-table.ts';
import type { MemoryObject } from './memory-object.ts';
import { SourceStep } from './source-step.ts';
import { State } from './state.ts';
import type { Reach, Surroundings } from './summary.ts';
import { factsOfType, rangeOfType } from './typed-facts.ts';
import {
  constant,
  linearSum,
  type NullOrigin,
  plus,
  type Range,
  type RootFacts,
  rootValue,
  strongerTaint,
  type Taint,
  type Target,
  times,
  UNKNOWN_FACTS,
  type Value,
  ZERO,
} from './value.ts';

/** Where an lvalue lives: cells that it may be, or the object that it is. */
export interface Place {
  /** The object and path of each memory it may be; empty when nobody knows. */
  readonly spots: readonly { readonly object: number; readonly path: string }[];
  readonly type: CType;
  /** Only one spot, and not one that stands for several elements. */
  readonly strong: boolean;
}

const NOWHERE: Place = { spots: [], type: { kind: 'unknown', name: '' }, strong: false };

/** Evaluates the expressions of one function over an abstract state. */
export class Evaluator implements Facts {
  readonly unit: TranslationUnit;
  readonly function: CFunction;
  readonly file: string;
  readonly ids = new IdentityTable();
  state: State;
  /** Whether control can still come here. */
  reachable = true;
  listener: FlowListener | undefined;
  readonly surroundings: Surroundings;
  /** Objects that were written at some point. */
  readonly written = new Set<number>();
  /** Roots that were stored or handed where they outlive the function. */
  readonly escaped = new Set<number>();
  /** Roots that were looked through. */
  readonly dereferenced = new Set<number>();
  /** How far memory behind the parameters is touched, by the parameter's root. */
  readonly reaches = new Map<number, Map<string, Reach>>();
  /** Positions of the parameters by their roots. */
  readonly parameterRoots = new Map<number, number>();
  /** Parameters that were looked through before anybody compared them with null. */
  readonly unchecked = new Map<number, TraceStep>();
  private readonly conditions: Conditions;
  /** How the value of the expression being evaluated is used. */
  private use: CallEvent['use'] = 'used';

  constructor(unit: TranslationUnit, fn: CFunction, file: string, surroundings: Surroundings) {
    this.unit = unit;
    this.surroundings = surroundings;
    this.function = fn;
    this.file = file;
    this.state = new State(this.ids);
    this.conditions = new Conditions(this);
  }

  // ---- Facts -------------------------------------------------------------

  range(value: Value): Range {
    return this.state.range(value);
  }

  of(value: Value): RootFacts {
    return this.state.factsOfValue(value);
  }

  atMost(a: Value, b: Value): boolean {
    return this.state.atMost(a, b);
  }

  isNull(value: Value): 'never' | 'maybe' | 'always' {
    if (value.root === 0) return value.add === 0 ? 'always' : 'never';
    const facts = this.state.facts(value.root);
    if (!facts.mayBeNull) return 'never';
    return facts.mayBeNonNull ? 'maybe' : 'always';
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
    // What nobody has looked through yet has no content of its own; asking must not make any.
    for (const target of this.state.facts(value.root).targets)
      taint = strongerTaint(taint, this.state.object(target.object)?.taint);
    return taint;
  }

  sizeOf(type: CType): number | undefined {
    return this.unit.symbols.sizeOf(type);
  }

  objectOfCell(cell: number): MemoryObject | undefined {
    return this.state.object(this.ids.ownerOf(cell).object);
  }

  partsOf(object: number): ReadonlyMap<string, Value> {
    const parts = new Map<string, Value>();
    for (const [path, cell] of this.ids.cellsOf(object)) {
      const value = this.state.get(cell);
      if (value !== undefined) parts.set(path, value);
    }
    return parts;
  }

  step(span: Span, message: string): SourceStep {
    return new SourceStep(this.unit.tree, this.file, this.function.name, span, message);
  }

  text(span: Span): string {
    return this.unit.tree.textOf(span);
  }

  /** Evaluates on a copy of the state, so that nothing is changed and nobody hears of it. */
  valueOf(expr: Expr): Value {
    const { state, listener, reachable, use } = this;
    this.state = state.copy();
    this.listener = undefined;
    const value = this.evaluate(expr);
    if (value.root !== 0) {
      const facts = this.state.facts(value.root);
      if (!state.hasFacts(value.root)) state.setFacts(value.root, facts);
      // What it points to comes along: a literal, say, that is met here for the first time.
      for (const target of facts.targets) {
        const object = this.state.object(target.object);
        if (object !== undefined && state.object(target.object) === undefined)
          state.setObject(object);
      }
    }
    this.state = state;
    this.listener = listener;
    this.reachable = reachable;
    this.use = use;
    return value;
  }

  // ---- Roots -------------------------------------------------------------

  /** A value nobody knows, with facts, identified by the expression it comes from. */
  fresh(key: unknown, purpose: string, facts: RootFacts): Value {
    const root = this.ids.root(key, purpose);
    if (this.state.hasFacts(root) || (this.isLooping && this.state.hasDifferences())) {
      this.state.retire(root, this.ids.root(root, 'before'));
    }
    // What the last value pointed to says nothing of what this one points to.
    const own = this.isLooping ? this.ids.knownRoot(root, 'pointee') : undefined;
    if (own !== undefined && this.state.object(own) !== undefined) this.state.renew(own, 0);
    this.state.setFacts(root, facts);
    return rootValue(root);
  }

  /** Whether the function has loops, so that a result can be worked out anew. */
  isLooping = false;

  unknown(expr: Expr, purpose = 'value'): Value {
    return this.fresh(expr, purpose, factsOfType(expr.type));
  }

  /** The targets of a pointer; one of unknown origin points to an object of its own. */
  targetsOf(value: Value): readonly Target[] {
    if (value.root === 0) return [];
    const facts = this.state.facts(value.root);
    if (facts.targets.length === 0) {
      const object = this.ids.root(value.root, 'pointee');
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

  /** The object of a variable, which stands for its memory. */
  variableObject(variable: Variable): number {
    const id = this.ids.root(variable.id, 'variable');
    if (this.state.object(id) === undefined) {
      const size = this.sizeOf(variable.type);
      const local = variable.scope === 'local';
      this.state.setObject({
        ...unknownObject(id, undefined),
        kind: local || variable.scope === 'parameter' ? 'variable' : 'static',
        name: variable.name,
        size: size === undefined ? undefined : constant(size),
        escaped: variable.scope !== 'local',
        initial: local ? 'unknown' : 'unknown',
      });
    }
    return id;
  }

  loadVariable(variable: Variable): Value {
    return this.loadSpot({ object: this.variableObject(variable), path: '' }, variable.type);
  }

  addressOf(object: number, key: unknown): Value {
    const root = this.ids.root(key, 'address');
    if (!this.state.hasFacts(root)) {
      this.state.setFacts(root, {
        ...UNKNOWN_FACTS,
        mayBeNull: false,
        targets: [{ object, offset: ZERO }],
      });
    }
    return rootValue(root);
  }

  // ---- Memory ------------------------------------------------------------

  /** The object that a spot of record or array type is. */
  subObject(object: number, path: string): number {
    if (path === '') return object;
    const id = this.ids.part(object, path);
    const owner = this.state.object(object);
    const known = this.state.object(id);
    if (known?.initial === 'uninitialised' && owner?.initial !== 'uninitialised')
      this.state.setObject({ ...known, initial: 'unknown' });
    if (known === undefined) {
      const part = owner ?? unknownObject(object, undefined);
      this.state.setObject({
        ...part,
        id,
        name: part.name === '' ? '' : `${part.name}${path}`,
        size: undefined,
        length: undefined,
        kind: part.kind === 'heap' || part.kind === 'resource' ? 'unknown' : part.kind,
        family: undefined,
        text: undefined,
      });
    }
    return id;
  }

  load(place: Place, expr: Expr): Value {
    if (place.type.kind === 'array' || place.type.kind === 'record')
      return this.aggregate(place, expr);
    if (place.type.kind === 'pointer' && place.type.reference === true)
      return this.loadCells(place, expr);
    return this.loadCells(place, expr);
  }

  /** An array as a value is the address of its first element. */
  private aggregate(place: Place, expr: Expr): Value {
    const [spot, ...others] = place.spots;
    if (spot === undefined || others.length > 0) return this.unknown(expr, 'aggregate');
    const object = this.subObject(spot.object, spot.path);
    this.giveSize(object, place.type);
    return this.addressOf(object, object);
  }

  private giveSize(object: number, type: CType): void {
    const known = this.state.object(object);
    if (known === undefined || known.size !== undefined || known.kind === 'heap') return;
    const size = this.sizeOf(type);
    // `char data[1]` and `char data[]` at the end of a record are as long as what was allocated.
    const flexible = type.kind === 'array' && (type.length === undefined || type.length <= 1);
    if (size !== undefined && !flexible) this.state.setObject({ ...known, size: constant(size) });
  }

  private loadCells(place: Place, expr: Expr): Value {
    const [spot, ...others] = place.spots;
    if (spot === undefined) return this.unknown(expr);
    if (others.length === 0) {
      if (!place.strong && isPointerLike(place.type)) return this.someElement(spot, expr);
      return this.loadSpot(spot, place.type);
    }
    const values = place.spots.map((each) => this.loadSpot(each, place.type));
    const [first, ...rest] = values;
    if (first === undefined) return this.unknown(expr);
    if (
      rest.every(
        (value) =>
          value.root === first.root && value.add === first.add && value.scale === first.scale,
      )
    )
      return first;
    let facts = this.of(first);
    for (const value of rest) facts = joinedFacts(facts, this.of(value));
    return this.fresh(expr, 'several', facts);
  }

  /** A pointer out of an array at an index that nobody knows: another one each time. */
  private someElement(spot: { object: number; path: string }, expr: Expr): Value {
    const facts = this.of(this.loadSpot(spot, expr.type));
    return this.fresh(expr, 'element', { ...facts, targets: [] });
  }

  private loadSpot(spot: { object: number; path: string }, type: CType): Value {
    const cell = this.ids.cell(spot.object, spot.path);
    const known = this.state.get(cell);
    if (known !== undefined) return this.asTyped(known, type);
    const object = this.state.object(spot.object);
    // Facts of a root hold everywhere: what was never written gets one of its own.
    const root =
      object?.initial === 'uninitialised'
        ? this.ids.root(`cell ${cell}`, 'never written')
        : this.ids.initial(cell);
    this.ids.setDefaults(root, this.initialFacts(object, spot.path, type));
    return rootValue(root);
  }

  /** What was forgotten of a cell still lies in the range of the type that it is read as. */
  private asTyped(value: Value, type: CType): Value {
    if (type.kind !== 'int' || value.root === 0 || value.scale !== 1 || value.add !== 0)
      return value;
    const facts = this.state.facts(value.root);
    if (facts.lo > Number.NEGATIVE_INFINITY && facts.hi < Number.POSITIVE_INFINITY) return value;
    const limits = rangeOfType(type);
    this.state.setFacts(value.root, {
      ...facts,
      lo: Math.max(facts.lo, limits.lo),
      hi: Math.min(facts.hi, limits.hi),
    });
    return value;
  }

  private initialFacts(object: MemoryObject | undefined, path: string, type: CType): RootFacts {
    const typed = factsOfType(type);
    if (object === undefined) return typed;
    if (object.initial === 'zero' && !path.includes('['))
      return { ...typed, lo: 0, hi: 0, mayBeNonNull: false };
    const uninitialised = object.initial === 'uninitialised' && !object.escaped ? 'yes' : 'no';
    const taint = object.taint;
    if (taint === undefined && uninitialised === 'no') return typed;
    return { ...typed, taint, uninitialised };
  }

  store(place: Place, value: Value, expr: Expr | Variable): void {
    const [spot, ...others] = place.spots;
    if (spot === undefined) return;
    if (place.strong && others.length === 0) {
      this.state.set(this.ids.cell(spot.object, spot.path), value);
      if (!this.isOwnField(expr)) this.touch(spot.object);
      return;
    }
    for (const each of place.spots) {
      this.weakStore(each, value, expr, place.type);
      if (each.path === '[]') this.blurElements(each.object, value, expr, place.type);
    }
  }

  /** A write at an unknown index may have hit each element that is known by itself. */
  private blurElements(object: number, value: Value, expr: Expr | Variable, type: CType): void {
    const known = this.state.object(object);
    if (known?.initial === 'zero') this.state.setObject({ ...known, initial: 'unknown' });
    for (const path of [...this.ids.cellsOf(object).keys()])
      if (path === '' || /^\[\d/.test(path)) this.weakStore({ object, path }, value, expr, type);
  }

  /** A field of a structure shares its bytes with no other; a member of a union does. */
  private isOwnField(expr: Expr | Variable): boolean {
    if (!('kind' in expr) || expr.kind !== 'assign' || expr.target.kind !== 'member') return false;
    const { base, arrow, name } = expr.target;
    const owner = arrow ? pointee(base.type) : base.type;
    const record = owner?.kind === 'record' ? this.unit.symbols.record(owner.name) : undefined;
    return record?.union === false && record.fields.some((field) => field.name === name);
  }

  private weakStore(
    spot: { object: number; path: string },
    value: Value,
    expr: Expr | Variable,
    type: CType,
  ): void {
    const cell = this.ids.cell(spot.object, spot.path);
    // Which element it is nobody knows, so that nobody can follow the pointer further.
    if (isPointerLike(type)) this.escape(value);
    const before = this.loadSpot(spot, type);
    const old = this.of(before);
    const joined = joinedFacts(old, this.of(value));
    // No loop head sees this cell grow, so that it is widened here at once.
    const limits = rangeOfType(type);
    const lo = joined.lo < old.lo ? limits.lo : joined.lo;
    const hi = joined.hi > old.hi ? limits.hi : joined.hi;
    this.state.set(
      cell,
      this.fresh(expr, `weak ${cell}`, { ...joined, lo, hi, uninitialised: 'no' }),
    );
    this.touch(spot.object);
  }

  /** Something was written: what nobody wrote is no longer all of it. */
  touch(object: number): void {
    this.written.add(object);
    const known = this.state.object(object);
    if (known !== undefined && known.initial === 'uninitialised')
      this.state.setObject({ ...known, initial: 'unknown' });
  }

  /** Forgets what an object holds, because code that is not seen may have written it. */
  havoc(object: number, key: unknown, taint: Taint | undefined, depth = 0): void {
    const known = this.state.object(object);
    if (known === undefined || depth > 3) return;
    if (known.kind === 'literal') return;
    this.written.add(object);
    for (const part of this.ids.partsOf(object)) this.havoc(part, key, taint, depth + 1);
    this.state.setObject({
      ...known,
      initial: 'unknown',
      terminated: 'unknown',
      maxLength: Number.POSITIVE_INFINITY,
      length: undefined,
      taint: taint ?? known.taint,
      text: undefined,
    });
    for (const [path, cell] of this.ids.cellsOf(object)) {
      const value = this.state.get(cell);
      if (value === undefined) continue;
      for (const target of value.root === 0 ? [] : this.state.facts(value.root).targets) {
        if (target.object !== object) this.havoc(target.object, key, undefined, depth + 1);
      }
      const facts = this.of(value);
      const bounds = facts.lo >= 0 && path !== '' ? { lo: 0 } : {};
      this.state.set(
        cell,
        this.fresh(key, `havoc ${cell}`, { ...UNKNOWN_FACTS, ...bounds, taint }),
      );
    }
  }

  /** Marks what a pointer reaches as known outside. */
  escape(value: Value, depth = 0): void {
    if (value.root === 0 || depth > 6) return;
    this.escaped.add(value.root);
    for (const target of this.state.facts(value.root).targets) {
      const object = this.state.object(target.object);
      if (object === undefined || object.escaped) continue;
      this.state.setObject({ ...object, escaped: true });
      this.escapeContent(target.object, depth + 1);
    }
  }

  /** Marks what the parts of an object point to as known outside. */
  escapeContent(object: number, depth = 0): void {
    if (depth > 6) return;
    for (const cell of this.ids.cellsOf(object).values()) {
      const inner = this.state.get(cell);
      if (inner !== undefined) this.escape(inner, depth);
    }
    for (const part of this.ids.partsOf(object)) this.escapeContent(part, depth + 1);
  }

  // ---- Places ------------------------------------------------------------

  /** Where an lvalue lives, after evaluating what leads there. */
  place(expr: Expr, write: boolean): Place {
    switch (expr.kind) {
      case 'name':
        return this.namedPlace(expr);
      case 'member':
        return this.memberPlace(expr, write);
      case 'deref':
        return this.derefPlace(expr, write);
      case 'index':
        return this.indexPlace(expr, write);
      case 'cast':
        return { ...this.place(expr.operand, write), type: expr.type };
      case 'conditional':
      case 'assign':
      case 'incdec':
      case 'call':
        this.evaluate(expr);
        return { ...NOWHERE, type: expr.type };
      default:
        this.evaluate(expr);
        return { ...NOWHERE, type: expr.type };
    }
  }

  private namedPlace(expr: Expr & { kind: 'name' }): Place {
    const { variable } = expr;
    if (variable === undefined) {
      const object = this.ids.root(expr.name, 'unresolved');
      return { spots: [{ object, path: '' }], type: expr.type, strong: true };
    }
    const object = this.variableObject(variable);
    if (variable.type.kind === 'pointer' && variable.type.reference === true) {
      const pointer = this.loadSpot({ object, path: '' }, variable.type);
      const spots = this.targetsOf(pointer).map((target) => ({ object: target.object, path: '' }));
      return { spots, type: variable.type.to, strong: spots.length === 1 };
    }
    return { spots: [{ object, path: '' }], type: variable.type, strong: true };
  }

  private memberPlace(expr: Expr & { kind: 'member' }, write: boolean): Place {
    const path = `.${expr.name}`;
    if (!expr.arrow) {
      const base = this.place(expr.base, write);
      const spots = base.spots.map((spot) => ({
        object: this.subObject(spot.object, spot.path),
        path,
      }));
      return { spots, type: expr.type, strong: base.strong };
    }
    const pointer = this.evaluate(expr.base);
    this.heardAccess(expr, expr.base, pointer, undefined, undefined, write, 'arrow');
    const targets = this.targetsOf(pointer);
    this.assumeNonNull(pointer);
    return {
      spots: targets.map((target) => ({ object: target.object, path })),
      type: expr.type,
      strong: targets.length === 1,
    };
  }

  private derefPlace(expr: Expr & { kind: 'deref' }, write: boolean): Place {
    const pointer = this.evaluate(expr.operand);
    this.heardAccess(expr, expr.operand, pointer, undefined, undefined, write, 'deref');
    return this.pointed(pointer, expr.type, undefined);
  }

  private indexPlace(expr: Expr & { kind: 'index' }, write: boolean): Place {
    const pointer = this.evaluate(expr.base);
    const index = this.evaluate(expr.index);
    this.heardAccess(expr, expr.base, pointer, expr.index, index, write, 'index');
    return this.pointed(pointer, expr.type, index);
  }

  /** The memory at a pointer, moved by an index in elements. */
  private pointed(pointer: Value, type: CType, index: Value | undefined): Place {
    const targets = this.targetsOf(pointer);
    this.assumeNonNull(pointer);
    let strong = targets.length === 1;
    const size = this.sizeOf(type) ?? 1;
    const spots = targets.map((target) => {
      const object = this.state.object(target.object);
      const offset =
        index === undefined ? target.offset : linearSum(target.offset, times(index, size), 1);
      const whole = offset?.root === 0 && offset.add === 0;
      const scalar = object?.size?.root === 0 && object.size.add === size && object.kind !== 'heap';
      if (whole && (scalar || index === undefined)) return { object: target.object, path: '' };
      if (offset?.root === 0) return { object: target.object, path: `[${offset.add}]` };
      strong = false;
      return { object: target.object, path: '[]' };
    });
    if (type.kind === 'record' || type.kind === 'array') {
      // Elements of one array are one object, except where the index is a constant.
      return { spots, type, strong };
    }
    return { spots, type, strong };
  }

  /** Whoever gets past a dereference had a pointer that was not null. */
  assumeNonNull(pointer: Value): void {
    if (pointer.root === 0) return;
    this.dereferenced.add(pointer.root);
    const facts = this.state.facts(pointer.root);
    if (
      facts.mayBeNull &&
      facts.nullOrigin?.kind === 'parameter' &&
      !this.unchecked.has(pointer.root)
    ) {
      this.unchecked.set(
        pointer.root,
        this.step(this.function, `${facts.nullOrigin.what} is dereferenced`),
      );
    }
    if (facts.mayBeNull)
      this.state.setFacts(pointer.root, {
        ...facts,
        mayBeNull: false,
        mayBeNonNull: true,
        nullOrigin: undefined,
      });
  }

  /** Notes that a call of this function touches so many bytes behind one of its parameters. */
  noteReach(pointer: Value, bytes: Value, write: boolean): void {
    if (!this.parameterRoots.has(pointer.root) || pointer.scale !== 1) return;
    const parameter = bytes.root === 0 ? -1 : this.parameterRoots.get(bytes.root);
    if (parameter === undefined || bytes.scale < 0) return;
    const add = bytes.add + pointer.add;
    const known = this.reaches.get(pointer.root) ?? new Map<string, Reach>();
    this.reaches.set(pointer.root, known);
    const key = `${parameter} ${bytes.scale} ${write}`;
    const before = known.get(key);
    if (before === undefined || before.add < add)
      known.set(key, { parameter, scale: bytes.scale, add, write });
  }

  /** An index below a parameter, as in a loop up to a length, reaches as far as the parameter says. */
  private noteIndexReach(pointer: Value, index: Value, size: number, write: boolean): void {
    if (!this.parameterRoots.has(pointer.root)) return;
    if (index.root === 0 || this.parameterRoots.has(index.root)) {
      this.noteReach(pointer, plus(times(index, size), size), write);
      return;
    }
    if (!this.isLooping) return;
    for (const root of this.parameterRoots.keys()) {
      const most = this.state.upperDifference(index, rootValue(root));
      if (root === pointer.root || !Number.isFinite(most) || Math.abs(most) > 1) continue;
      const limit = plus(times(rootValue(root), size), (most + 1) * size);
      this.noteReach(pointer, limit, write);
    }
  }

  private heardAccess(
    expr: Expr,
    base: Expr,
    pointer: Value,
    index: Expr | undefined,
    indexValue: Value | undefined,
    write: boolean,
    via: 'deref' | 'arrow' | 'index',
  ): void {
    if (indexValue !== undefined && this.parameterRoots.size > 0) {
      const of = pointee(base.type);
      const size = of === undefined ? undefined : this.sizeOf(of);
      if (size !== undefined) this.noteIndexReach(pointer, indexValue, size, write);
    }
    if (this.listener?.access === undefined) return;
    const element = pointee(base.type);
    const elementSize = element === undefined ? undefined : this.sizeOf(element);
    this.listener.access({ expr, base, pointer, index, indexValue, elementSize, write, via }, this);
  }

  // ---- Expressions -------------------------------------------------------

  /** Evaluates for effect: a call whose result nobody takes is `ignored`. */
  run(expr: Expr): void {
    this.use = 'ignored';
    this.evaluate(expr);
    this.use = 'used';
  }

  evaluate(expr: Expr): Value {
    const use = this.use;
    this.use = 'used';
    switch (expr.kind) {
      case 'number':
        return constant(expr.value);
      case 'string':
        return this.literal(expr);
      case 'name':
        return this.name(expr);
      case 'member':
      case 'deref':
      case 'index':
        return this.read(expr);
      case 'address':
        return this.address(expr);
      case 'assign':
        return this.assign(expr);
      case 'incdec':
        return this.step1(expr);
      case 'unary':
        return this.unary(expr);
      case 'binary':
        return this.binary(expr);
      case 'conditional':
        return this.conditional(expr);
      case 'cast':
        this.use = use;
        return this.cast(expr);
      case 'sizeof':
        return expr.size === undefined ? this.unknown(expr) : constant(expr.size);
      case 'call':
        return applyCall(this, expr, use);
      case 'initlist':
        for (const item of expr.items) this.escape(this.evaluate(item.value));
        return this.unknown(expr);
      case 'new':
      case 'delete':
      case 'throw':
      case 'opaque':
        return applyCall(this, expr, use);
    }
  }

  private literal(expr: Expr & { kind: 'string' }): Value {
    const object = this.ids.root(expr, 'literal');
    if (this.state.object(object) === undefined) {
      this.state.setObject({
        ...unknownObject(object, undefined),
        kind: 'literal',
        name: 'a string literal',
        size: constant(expr.value.length + 1),
        terminated: 'yes',
        maxLength: expr.value.length,
        text: expr.value,
      });
    }
    return this.addressOf(object, expr);
  }

  private name(expr: Expr & { kind: 'name' }): Value {
    if (expr.variable === undefined) {
      if (
        expr.type.kind === 'function' ||
        this.unit.symbols.function(expr.name) !== undefined ||
        /^(?:stdin|stdout|stderr|this)$/.test(expr.name)
      ) {
        return this.addressOf(this.ids.root(expr.name, 'named'), expr.name);
      }
      return this.loadSpot({ object: this.ids.root(expr.name, 'unresolved'), path: '' }, expr.type);
    }
    const { variable } = expr;
    if (variable.constant && variable.scope !== 'local' && variable.type.kind === 'int') {
      const init = this.constantGlobals().get(variable.id);
      if (init !== undefined) return constant(init);
    }
    const place = this.namedPlace(expr);
    if (variable.type.kind === 'record' || variable.type.kind === 'unknown')
      return this.load(place, expr);
    const value = this.load(place, expr);
    this.heardUninitialised(expr, variable.name, value, variable.type);
    return value;
  }

  private constants: Map<number, number> | undefined;

  private constantGlobals(): Map<number, number> {
    if (this.constants === undefined) {
      this.constants = new Map();
      for (const { variable, init } of this.unit.globals) {
        if (variable.constant && init?.kind === 'number')
          this.constants.set(variable.id, init.value);
      }
    }
    return this.constants;
  }

  private heardUninitialised(expr: Expr, name: string, value: Value, type: CType): void {
    if (value.root === 0) return;
    const facts = this.state.facts(value.root);
    if (facts.uninitialised === 'no') return;
    this.listener?.uninitialised?.(
      { expr, name, certainty: facts.uninitialised, isPointer: isPointerLike(type) },
      this,
    );
    // Heard once is enough on this path.
    this.state.setFacts(value.root, { ...facts, uninitialised: 'no' });
  }

  private read(expr: Expr & { kind: 'member' | 'deref' | 'index' }): Value {
    const place = this.place(expr, false);
    const value = this.load(place, expr);
    if (this.of(value).uninitialised !== 'no')
      this.heardUninitialised(expr, this.text(expr), value, place.type);
    return value;
  }

  private address(expr: Expr & { kind: 'address' }): Value {
    const inner = expr.operand;
    if (inner.kind === 'index') {
      const pointer = this.evaluate(inner.base);
      const index = this.evaluate(inner.index);
      return this.movePointer(expr, pointer, index, this.sizeOf(inner.type) ?? 1);
    }
    if (inner.kind === 'name' && inner.variable === undefined) return this.name(inner);
    if (inner.kind === 'member' && inner.arrow) {
      // `&p->f` computes an address; it reads nothing.
      const pointer = this.evaluate(inner.base);
      const targets = this.targetsOf(pointer);
      const [target] = targets;
      if (target === undefined || targets.length > 1)
        return this.fresh(expr, 'address', { ...UNKNOWN_FACTS, mayBeNull: false });
      const part = this.subObject(target.object, `.${inner.name}`);
      this.touch(target.object);
      this.giveSize(part, inner.type);
      return this.addressOf(part, part);
    }
    const place = this.place(inner, false);
    const [spot, ...others] = place.spots;
    if (spot === undefined || others.length > 0)
      return this.fresh(expr, 'address', { ...UNKNOWN_FACTS, mayBeNull: false });
    const object =
      place.type.kind === 'record' || place.type.kind === 'array'
        ? this.subObject(spot.object, spot.path)
        : this.scalarObject(spot, place.type);
    this.giveSize(object, place.type);
    return this.addressOf(object, object);
  }

  /** A scalar whose address is taken: a variable is its own object, a field becomes one. */
  private scalarObject(spot: { object: number; path: string }, type: CType): number {
    if (spot.path === '') return spot.object;
    const object = this.subObject(spot.object, spot.path);
    const value = this.loadSpot(spot, type);
    this.state.set(this.ids.cell(object, ''), value);
    this.touch(spot.object);
    return object;
  }

  movePointer(expr: Expr, pointer: Value, count: Value, size: number, sign: 1 | -1 = 1): Value {
    if (count.root === 0) {
      const moved = plus(pointer, sign * count.add * size);
      return pointer.root === 0 ? this.unknown(expr) : moved;
    }
    const facts = this.of(pointer);
    if (pointer.root === 0) return this.unknown(expr);
    const range = this.range(times(count, size * sign));
    const targets: Target[] = [];
    for (const target of this.targetsOf(pointer)) {
      const offset = linearSum(target.offset, times(count, size * sign), 1);
      targets.push({
        object: target.object,
        offset:
          offset ??
          this.sum(expr, target.offset, times(count, size * sign), `offset ${target.object}`),
      });
    }
    const taint = strongerTaint(facts.taint, undefined);
    return this.fresh(expr, 'moved', {
      ...UNKNOWN_FACTS,
      mayBeNull: facts.mayBeNull && range.lo <= 0,
      nullOrigin: facts.nullOrigin,
      targets,
      taint,
    });
  }

  /** A sum that is linear in no single root. */
  private sum(key: unknown, a: Value, b: Value, purpose: string): Value {
    const ra = this.range(a);
    const rb = this.range(b);
    const value = this.fresh(key, purpose, {
      ...UNKNOWN_FACTS,
      lo: finite(ra.lo + rb.lo, false),
      hi: finite(ra.hi + rb.hi, true),
      taint: strongerTaint(this.taint(a), this.taint(b)),
    });
    this.relateSum(value, a, b);
    return value;
  }

  /** root = a + b: with b >= 0, a is at most root, and so on. */
  private relateSum(value: Value, a: Value, b: Value): void {
    const relate = (part: Value, other: Value): void => {
      if (part.root === 0 || part.scale !== 1) return;
      const range = this.range(other);
      if (Number.isFinite(range.lo))
        this.state.constrain(part.root, value.root, -range.lo - part.add);
      if (Number.isFinite(range.hi))
        this.state.constrain(value.root, part.root, range.hi + part.add);
    };
    relate(a, b);
    relate(b, a);
  }

  private assign(expr: Expr & { kind: 'assign' }): Value {
    if (expr.op === '=') {
      const value = this.evaluate(expr.value);
      return this.write(expr, expr.target, expr.value, value);
    }
    const op = expr.op.slice(0, -1);
    const before = this.evaluate(expr.target);
    const operand = this.evaluate(expr.value);
    const value = this.operate(expr, op, expr.target, expr.value, before, operand);
    return this.write(expr, expr.target, undefined, value);
  }

  private write(expr: Expr, target: Expr, source: Expr | undefined, given: Value): Value {
    const place = this.place(target, true);
    const value = this.converted(expr, source?.type ?? target.type, target.type, given);
    const [spot] = place.spots;
    if (this.listener?.assign !== undefined) {
      const before =
        spot !== undefined && place.strong
          ? this.state.get(this.ids.cell(spot.object, spot.path))
          : undefined;
      this.listener.assign({ expr, target, value: source, assigned: value, before }, this);
    }
    if (place.type.kind === 'record') this.copyRecord(place, source, expr);
    else this.store(place, value, expr);
    const outside =
      place.spots.length === 0 || place.spots.some((each) => this.isOutside(each.object));
    if (outside) this.escape(value);
    this.settle(spot, target, value);
    return value;
  }

  /** A character stored into text may end it, or be any character. */
  private settle(
    spot: { object: number; path: string } | undefined,
    target: Expr,
    value: Value,
  ): void {
    if (spot === undefined || target.kind === 'name' || target.kind === 'member') return;
    const object = this.state.object(spot.object);
    if (object === undefined) return;
    if (value.root === 0 && value.add === 0) {
      // Text that starts at the beginning ends here at the latest.
      const at = spot.path === '' ? '0' : /^\[(\d+)\]$/.exec(spot.path)?.[1];
      const limit = at === undefined ? Number.POSITIVE_INFINITY : Number(at);
      this.state.setObject({
        ...object,
        terminated: 'yes',
        maxLength: Math.min(object.maxLength, limit),
        length: undefined,
        initial: object.initial === 'uninitialised' ? 'unknown' : object.initial,
      });
    } else {
      const taint = this.taint(value);
      const next =
        taint !== undefined && object.taint === undefined && object.kind !== 'unknown'
          ? taint
          : object.taint;
      this.state.setObject({
        ...object,
        taint: next,
        text: undefined,
        length: undefined,
        initial: object.initial === 'uninitialised' ? 'unknown' : object.initial,
        maxLength: object.terminated === 'yes' ? object.maxLength : Number.POSITIVE_INFINITY,
      });
    }
  }

  private isOutside(object: number): boolean {
    return this.state.object(object)?.escaped !== false;
  }

  /** Copies field by field what is known of a record. */
  copyRecord(place: Place, source: Expr | undefined, expr: Expr | Variable): void {
    const [spot, ...others] = place.spots;
    if (spot === undefined || others.length > 0) return;
    const object = this.subObject(spot.object, spot.path);
    this.touch(object);
    const from =
      source === undefined ||
      (source.kind !== 'name' &&
        source.kind !== 'member' &&
        source.kind !== 'deref' &&
        source.kind !== 'index')
        ? undefined
        : this.place(source, false);
    const [origin, ...more] = from?.spots ?? [];
    if (origin === undefined || more.length > 0) {
      this.havoc(object, expr, undefined);
      return;
    }
    const other = this.subObject(origin.object, origin.path);
    for (const [path, cell] of this.ids.cellsOf(other)) {
      const value = this.state.get(cell);
      if (value === undefined) continue;
      this.state.set(this.ids.cell(object, path), value);
      if (this.isOutside(object)) this.escape(value);
    }
  }

  private step1(expr: Expr & { kind: 'incdec' }): Value {
    const before = this.evaluate(expr.operand);
    const op = expr.op === '++' ? '+' : '-';
    const one: Expr = {
      kind: 'number',
      value: 1,
      type: { kind: 'int', bits: 32, signed: true },
      start: expr.start,
      end: expr.end,
    };
    const result = this.operate(expr, op, expr.operand, one, before, constant(1));
    const { listener } = this;
    // The operand was read above; the second visit only finds where to write.
    this.listener = undefined;
    const after = this.converted(expr, expr.operand.type, expr.operand.type, result);
    const place = this.place(expr.operand, true);
    this.store(place, after, expr);
    this.listener = listener;
    return expr.prefix ? after : before;
  }

  private unary(expr: Expr & { kind: 'unary' }): Value {
    if (expr.op === '!') return this.truth(expr);
    const value = this.evaluate(expr.operand);
    if (expr.op === '+') return value;
    if (expr.op === '-') {
      const range = this.range(value);
      const type = rangeOfType(expr.type);
      if (-range.lo <= type.hi && -range.hi >= type.lo) return times(value, -1);
      return this.fresh(expr, 'negated', {
        ...factsOfType(expr.type),
        taint: this.taint(value),
        from: this.of(value).from,
      });
    }
    const facts = this.of(value);
    return this.fresh(expr, 'complement', { ...factsOfType(expr.type), taint: facts.taint });
  }

  /** 0 or 1 by a condition, with both outcomes kept in mind until here. */
  private truth(expr: Expr): Value {
    const [yes, no] = this.conditions.split(expr);
    if (yes === undefined && no === undefined) {
      this.reachable = false;
      return ZERO;
    }
    if (yes === undefined || no === undefined) {
      this.state = yes ?? no ?? this.state;
      return constant(yes === undefined ? 0 : 1);
    }
    this.state = this.joined([yes, no], expr);
    return this.fresh(expr, 'truth', { ...UNKNOWN_FACTS, lo: 0, hi: 1 });
  }

  private binary(expr: Expr & { kind: 'binary' }): Value {
    switch (expr.op) {
      case ',':
        this.run(expr.left);
        return this.evaluate(expr.right);
      case '&&':
      case '||':
      case '==':
      case '!=':
      case '<':
      case '>':
      case '<=':
      case '>=':
        return this.truth(expr);
      default: {
        const left = this.evaluate(expr.left);
        const right = this.evaluate(expr.right);
        return this.operate(expr, expr.op, expr.left, expr.right, left, right);
      }
    }
  }

  private operate(
    expr: Expr,
    op: string,
    leftExpr: Expr,
    rightExpr: Expr,
    left: Value,
    right: Value,
  ): Value {
    const leftElement = pointee(leftExpr.type);
    const rightElement = pointee(rightExpr.type);
    if (leftElement !== undefined && rightElement !== undefined)
      return this.pointerDifference(expr, left, right, this.sizeOf(leftElement) ?? 1);
    if (leftElement !== undefined)
      return this.movePointer(
        expr,
        left,
        right,
        this.sizeOf(leftElement) ?? 1,
        op === '-' ? -1 : 1,
      );
    if (rightElement !== undefined)
      return this.movePointer(expr, right, left, this.sizeOf(rightElement) ?? 1);
    const type =
      expr.kind === 'assign' || expr.kind === 'incdec'
        ? op === '<<' || op === '>>'
          ? promoted(leftExpr.type)
          : arithmeticOf(leftExpr.type, rightExpr.type)
        : expr.type;
    const exact = this.resultRange(op, type, left, right);
    const limits = rangeOfType(type);
    const overflows = type.kind === 'int' && (exact.lo < limits.lo || exact.hi > limits.hi);
    if (this.listener?.arithmetic !== undefined) {
      this.listener.arithmetic({ expr, op, left, right, range: exact, type, overflows }, this);
    }
    if (left.root === 0 && right.root === 0) {
      const [a, b] = convertsOperands(op) ? [left, right].map(({ add }) => heldBy(type, add)) : [];
      const folded = applyBinary(op, a ?? left.add, b ?? right.add);
      if (folded !== undefined && !overflows) return constant(folded);
    }
    if (!overflows) {
      const linear =
        op === '+'
          ? linearSum(left, right, 1)
          : op === '-'
            ? linearSum(left, right, -1)
            : op === '*'
              ? linearProduct(left, right)
              : undefined;
      if (linear !== undefined) return linear;
    }
    return this.result(expr, op, left, right, exact, limits, overflows);
  }

  private result(
    expr: Expr,
    op: string,
    left: Value,
    right: Value,
    exact: Range,
    limits: Range,
    overflows: boolean,
  ): Value {
    const a = this.of(left);
    const b = this.of(right);
    const wraps = overflows && limits.lo === 0;
    const lo = wraps ? 0 : Math.max(exact.lo, limits.lo);
    const hi = wraps ? limits.hi : Math.min(exact.hi, limits.hi);
    const taint = strongerTaint(a.taint, b.taint);
    const evident =
      Number.isFinite(exact.hi) && (a.checkedAbove || b.checkedAbove || taint !== undefined);
    const distortion =
      overflows && /^[-+*]|<<$/.test(op)
        ? {
            kind: 'overflow' as const,
            step: this.step(expr, `${this.text(expr)} can exceed the range of its type`),
            evident,
          }
        : (a.distortion ?? b.distortion);
    const masks = op === '%' || op === '&' || op === '>>' || op === '/';
    const facts: RootFacts = {
      ...UNKNOWN_FACTS,
      lo: Number.isNaN(lo) ? limits.lo : lo,
      hi: Number.isNaN(hi) ? limits.hi : hi,
      taint,
      distortion,
      checkedAbove: masks || (a.checkedAbove && (b.checkedAbove || right.root === 0)),
      checkedBelow: a.checkedBelow && (b.checkedBelow || right.root === 0),
    };
    const value = this.fresh(expr, `result ${op}`, facts);
    if (op === '+' && !overflows) this.relateSum(value, left, right);
    if (op === '-' && !overflows && left.root !== 0 && left.scale === 1) {
      const range = this.range(right);
      // left - right is at most left when right is not negative.
      if (range.lo > Number.NEGATIVE_INFINITY)
        this.state.constrain(value.root, left.root, left.add - range.lo);
    }
    // A remainder or a mask is below its right side where that is not negative.
    const positive = facts.lo >= 0 && this.range(right).lo >= 0;
    if ((op === '%' || op === '&') && right.root !== 0 && right.scale === 1 && positive)
      this.state.constrain(value.root, right.root, right.add - (op === '%' ? 1 : 0));
    const shrinks = facts.lo >= 0 && this.range(left).lo >= 0;
    if ((op === '/' || op === '>>') && left.root !== 0 && left.scale === 1 && shrinks) {
      // A positive number that is halved or more gets smaller.
      const less = this.range(left).lo > 0 && this.range(right).lo > (op === '/' ? 1 : 0);
      this.state.constrain(value.root, left.root, left.add - (less ? 1 : 0));
    }
    return value;
  }

  private pointerDifference(expr: Expr, left: Value, right: Value, size: number): Value {
    const [a, ...moreA] = this.targetsOf(left);
    const [b, ...moreB] = this.targetsOf(right);
    if (
      a !== undefined &&
      b !== undefined &&
      moreA.length + moreB.length === 0 &&
      a.object === b.object
    ) {
      const distance = linearSum(a.offset, b.offset, -1);
      if (distance !== undefined && (size === 1 || distance.root === 0))
        return times(distance, 1 / size);
    }
    return this.fresh(expr, 'distance', factsOfType(expr.type));
  }

  private resultRange(op: string, type: CType, left: Value, right: Value): Range {
    const converts = convertsOperands(op);
    const a = converts ? asUnsigned(type, this.range(left)) : this.range(left);
    const b = converts ? asUnsigned(type, this.range(right)) : this.range(right);
    switch (op) {
      case '+':
        return { lo: a.lo + b.lo, hi: a.hi + b.hi };
      case '-': {
        const hi = Math.min(a.hi - b.lo, this.state.upperDifference(left, right));
        const lo = Math.max(a.lo - b.hi, -this.state.upperDifference(right, left));
        return { lo, hi };
      }
      case '*':
        return corners(a, b, (x, y) => (x === 0 || y === 0 ? 0 : x * y));
      case '/':
        if (b.lo <= 0 && b.hi >= 0) {
          const magnitude = Math.max(Math.abs(a.lo), Math.abs(a.hi));
          return { lo: a.lo >= 0 && b.lo >= 0 ? 0 : -magnitude, hi: magnitude };
        }
        return corners(a, b, (x, y) => (Number.isFinite(y) ? Math.trunc(x / y) : 0));
      case '%': {
        const most = Math.max(Math.abs(b.lo), Math.abs(b.hi)) - 1;
        const lo = a.lo >= 0 ? 0 : Math.max(a.lo, -most);
        return { lo, hi: Math.min(Math.max(a.hi, 0), most) };
      }
      case '&':
        if (a.lo >= 0 && b.lo >= 0) return { lo: 0, hi: Math.min(a.hi, b.hi) };
        if (b.lo >= 0) return { lo: 0, hi: b.hi };
        if (a.lo >= 0) return { lo: 0, hi: a.hi };
        return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
      case '|':
      case '^':
        if (a.lo >= 0 && b.lo >= 0) return { lo: 0, hi: nextPower(Math.max(a.hi, b.hi)) - 1 };
        return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
      case '<<':
        return b.lo >= 0 && b.hi < 64
          ? corners(a, { lo: 2 ** b.lo, hi: 2 ** b.hi }, (x, y) => x * y)
          : { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
      case '>>':
        return {
          lo: Math.min(0, a.lo),
          hi: Math.max(0, Math.floor(a.hi / 2 ** Math.max(0, Math.min(b.lo, 64)))),
        };
      default:
        return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
    }
  }

  private conditional(expr: Expr & { kind: 'conditional' }): Value {
    const [yes, no] = this.conditions.split(expr.condition);
    const results: { state: State; value: Value }[] = [];
    for (const [state, branch] of [
      [yes, expr.then ?? expr.condition],
      [no, expr.otherwise],
    ] as const) {
      if (state === undefined) continue;
      this.state = state;
      this.reachable = true;
      const value = this.evaluate(branch);
      if (this.reachable) {
        const { listener } = this;
        this.listener = undefined;
        results.push({
          value: this.converted(branch, branch.type, expr.type, value),
          state: this.state,
        });
        this.listener = listener;
      }
    }
    const [first, second] = results;
    if (first === undefined) {
      this.reachable = false;
      return ZERO;
    }
    this.reachable = true;
    if (second === undefined) {
      this.state = first.state;
      return first.value;
    }
    const cell = this.ids.cell(this.ids.root(expr, 'choice'), '');
    first.state.set(cell, first.value);
    second.state.set(cell, second.value);
    this.state = this.joined([first.state, second.state], expr);
    const value = this.state.get(cell) ?? this.unknown(expr);
    this.state.remove(cell);
    return value;
  }

  private cast(expr: Expr & { kind: 'cast' }): Value {
    const value = this.evaluate(expr.operand);
    return this.converted(expr, expr.operand.type, expr.type, value);
  }

  /** A value as another type holds it. */
  converted(expr: Expr, from: CType, to: CType, value: Value): Value {
    if (to.kind !== 'int' || from.kind === 'pointer' || from.kind === 'array') return value;
    const range = this.range(value);
    const limits = rangeOfType(to);
    if (range.lo >= limits.lo && range.hi <= limits.hi) return value;
    this.listener?.convert?.({ expr, from, to, value }, this);
    if (value.root === 0 && Number.isSafeInteger(value.add)) return constant(heldBy(to, value.add));
    const facts = this.of(value);
    const becomesUnsigned = limits.lo === 0 && range.lo < 0 && range.hi <= limits.hi;
    if (to.boolean === true) return this.fresh(expr, 'boolean', { ...UNKNOWN_FACTS, lo: 0, hi: 1 });
    const step = this.step(
      expr,
      becomesUnsigned ? 'a negative value becomes a huge one here' : 'the value is cut to fit here',
    );
    const evident = facts.taint !== undefined || facts.checkedAbove;
    const lossy =
      from.kind === 'int' && (to.bits < from.bits || (becomesUnsigned && to.bits >= from.bits));
    const inside = from.kind === 'float' ? limits : { lo: limits.lo, hi: limits.hi };
    return this.fresh(expr, 'converted', {
      ...facts,
      ...inside,
      targets: [],
      distortion: lossy
        ? { kind: becomesUnsigned ? 'sign' : 'truncation', step, evident }
        : facts.distortion,
      checkedAbove: false,
    });
  }

  /** Declares a variable in the state, with its initialiser. */
  declare(variable: Variable, init: Expr | undefined, count: Expr | undefined): void {
    const object = this.ids.root(variable.id, 'variable');
    const size = this.sizeOf(variable.type);
    const elements = count === undefined ? undefined : this.evaluate(count);
    const element = variable.type.kind === 'array' ? this.sizeOf(variable.type.of) : undefined;
    const counted =
      elements === undefined || element === undefined ? undefined : times(elements, element);
    if (count !== undefined && elements !== undefined)
      this.listener?.declared?.({ variable, count, elements, elementSize: element }, this);
    const known = this.state.object(object);
    const isLocal = variable.scope === 'local';
    for (const cell of this.ids.cellsOf(object).values()) this.state.remove(cell);
    this.state.setObject({
      ...unknownObject(object, undefined),
      kind: isLocal ? 'variable' : 'static',
      name: variable.name,
      size: counted ?? (size === undefined ? undefined : constant(size)),
      escaped: !isLocal,
      initial: init !== undefined || !isLocal ? 'unknown' : 'uninitialised',
      allocatedAt: known?.allocatedAt,
    });
    if (!isLocal) {
      if (init !== undefined) this.evaluate(init);
      return;
    }
    this.initialise(variable, object, init);
  }

  private initialise(variable: Variable, object: number, init: Expr | undefined): void {
    const cell = this.ids.cell(object, '');
    const { type } = variable;
    if (init === undefined) {
      if (type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer') {
        this.state.set(
          cell,
          this.fresh(variable, 'uninitialised', { ...factsOfType(type), uninitialised: 'yes' }),
        );
      } else if (type.kind === 'unknown') this.touch(object);
      return;
    }
    if (type.kind === 'pointer' && type.reference === true) {
      const place = this.place(init, false);
      const [spot] = place.spots;
      const target = spot === undefined ? undefined : this.subObject(spot.object, spot.path);
      this.state.set(
        cell,
        target === undefined ? this.unknown(init, 'reference') : this.addressOf(target, target),
      );
      return;
    }
    if (init.kind === 'initlist') return this.initialiseList(variable, object, init);
    if (type.kind === 'array' && init.kind === 'string') {
      const known = this.state.object(object);
      const size = known?.size?.root === 0 ? known.size.add : Number.POSITIVE_INFINITY;
      if (known !== undefined) {
        this.state.setObject({
          ...known,
          terminated: init.value.length < size ? 'yes' : 'no',
          maxLength: init.value.length,
          text: init.value,
          initial: init.value === '' ? 'zero' : known.initial,
        });
      }
      return;
    }
    const value = this.converted(init, init.type, type, this.evaluate(init));
    if (type.kind === 'record')
      return this.copyRecord({ spots: [{ object, path: '' }], type, strong: true }, init, variable);
    this.listener?.assign?.(
      { expr: init, target: variable, value: init, assigned: value, before: undefined },
      this,
    );
    this.state.set(cell, value);
  }

  private initialiseList(
    variable: Variable,
    object: number,
    init: Expr & { kind: 'initlist' },
  ): void {
    const known = this.state.object(object);
    const { type } = variable;
    if (known !== undefined) {
      this.state.setObject({
        ...known,
        initial: type.kind === 'unknown' ? 'unknown' : 'zero',
        terminated:
          type.kind === 'array' && init.items.length < (type.length ?? 0)
            ? 'yes'
            : known.terminated,
      });
    }
    const record = type.kind === 'record' ? this.unit.symbols.record(type.name) : undefined;
    let position = 0;
    for (const item of init.items) {
      const value = item.value.kind === 'initlist' ? undefined : this.evaluate(item.value);
      const field = item.name ?? record?.fields[position]?.name;
      position += 1;
      if (value === undefined) continue;
      if (type.kind === 'record' && field !== undefined)
        this.state.set(this.ids.cell(object, `.${field}`), value);
      else if (type.kind === 'array') {
        const size = this.sizeOf(type.of) ?? 1;
        this.state.set(this.ids.cell(object, `[${(position - 1) * size}]`), value);
        this.weakStore({ object, path: '[]' }, value, item.value, type.of);
      } else if (init.items.length === 1 && (type.kind === 'int' || type.kind === 'pointer'))
        this.state.set(this.ids.cell(object, ''), value);
      else this.escape(value);
    }
    if (init.items.length === 0 && (type.kind === 'int' || type.kind === 'pointer'))
      this.state.set(this.ids.cell(object, ''), ZERO);
  }

  /** Pointers to an object that is about to be allocated again point to its predecessor. */
  moveTargets(from: number, to: number): void {
    for (const [, value] of [...this.state.entries()]) {
      if (value.root === 0) continue;
      const facts = this.state.facts(value.root);
      if (!facts.targets.some((target) => target.object === from)) continue;
      const targets = facts.targets.map((target) =>
        target.object === from ? { ...target, object: to } : target,
      );
      this.state.setFacts(value.root, { ...facts, targets });
    }
  }

  /** The states where a value is a constant and where it is not; the current state is used up. */
  equal(value: Value, number: number): [State | undefined, State | undefined] {
    return this.conditions.compare('==', value, constant(number), false, true);
  }

  /** One state for several that meet inside an expression. */
  joined(states: readonly State[], key: unknown): State {
    return State.join(states, this.ids.root(key, 'join'), this.ids, undefined, undefined);
  }

  /** The states after a condition held and after it did not; undefined where that cannot be. */
  split(condition: Expr): [State | undefined, State | undefined] {
    return this.conditions.split(condition);
  }
}

/** Memory of which nothing is known. */
export function unknownObject(id: number, taint: Taint | undefined): MemoryObject {
  return {
    id,
    kind: 'unknown',
    name: '',
    size: undefined,
    family: undefined,
    state: 'live',
    escaped: true,
    allocatedAt: undefined,
    freedAt: undefined,
    initial: 'unknown',
    terminated: 'unknown',
    maxLength: Number.POSITIVE_INFINITY,
    length: undefined,
    taint,
    text: undefined,
  };
}

function joinedFacts(a: RootFacts, b: RootFacts): RootFacts {
  return {
    ...a,
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin: a.nullOrigin ?? b.nullOrigin,
    targets: [
      ...a.targets,
      ...b.targets.filter((target) => !a.targets.some((known) => known.object === target.object)),
    ].slice(0, 4),
    taint: strongerTaint(a.taint, b.taint),
    checkedAbove: a.checkedAbove && b.checkedAbove,
    checkedBelow: a.checkedBelow && b.checkedBelow,
  };
}

function linearProduct(a: Value, b: Value): Value | undefined {
  if (b.root === 0) return times(a, b.add);
  if (a.root === 0) return times(b, a.add);
  return undefined;
}

function corners(a: Range, b: Range, f: (x: number, y: number) => number): Range {
  const all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
  return { lo: Math.min(...all), hi: Math.max(...all) };
}

/** Where it matters what an operand becomes in the common type; sums and products are the same modulo. */
function convertsOperands(op: string): boolean {
  return /^[/%&|^]$/.test(op);
}

/** A range as an unsigned type holds it; other types are left alone. */
function asUnsigned(type: CType, range: Range): Range {
  if (type.kind !== 'int' || type.signed || range.lo >= 0) return range;
  const { hi } = rangeOfType(type);
  return range.hi < 0 ? { lo: range.lo + hi + 1, hi: range.hi + hi + 1 } : { lo: 0, hi };
}

function finite(value: number, up: boolean): number {
  if (!Number.isNaN(value)) return value;
  return up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

function nextPower(value: number): number {
  return Number.isFinite(value) ? 2 ** Math.ceil(Math.log2(value + 1)) : value;
}

function arithmeticOf(left: CType, right: CType): CType {
  if (left.kind !== 'int' || right.kind !== 'int') return left;
  const bits = Math.max(32, left.bits, right.bits);
  const unsigned = (!left.signed && left.bits === bits) || (!right.signed && right.bits === bits);
  return { kind: 'int', bits, signed: !unsigned };
}
