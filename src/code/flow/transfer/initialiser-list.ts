import type { DesignatorStep, Expr, InitItem, InitListExpr } from '../../c/ir/ast.ts';
import type { CType, RecordType } from '../../c/ir/types.ts';
import { type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { copyRecord } from '../memory/copy-record.ts';
import { isOutside, markEscaped } from '../memory/escape.ts';
import { recordFieldInitialiser } from '../memory/field-contents.ts';
import { havoc } from '../memory/havoc.ts';
import { subObject } from '../memory/objects.ts';
import { markWritten, weakUpdate } from '../memory/store.ts';
import { noteWidth } from '../memory/widths.ts';
import { convertValue } from './conversion.ts';

/** The most values of one list that are placed; a longer one says nothing of what it fills. */
const MAX_PLACED = 2048;
/** Parts lie so deep in others that are written without braces. */
const MAX_DEPTH = 32;

/** The items that are left of a list; parts without braces of their own take theirs from that around them. */
interface Cursor {
  readonly items: readonly InitItem[];
  next: number;
}

/** What `{ ... }` puts into a variable that begins with it. */
export function initialiseList(
  interpreter: Interpreter,
  object: number,
  type: CType,
  init: InitListExpr,
): void {
  const known = interpreter.state.object(object);
  const values = itemValues(interpreter, init);
  if (known !== undefined) {
    const isKnown = type.kind !== 'unknown' && init.isUnplaced !== true;
    interpreter.state.setObject({
      ...known,
      initial: isKnown ? 'zero' : 'unknown',
      terminated:
        type.kind === 'array' && init.items.length < (type.length ?? 0) ? 'yes' : known.terminated,
    });
  }
  if (type.kind === 'record' || type.kind === 'array')
    new ListFiller(interpreter, values).fill(object, type, init);
  else if (init.items.length < 2 && (type.kind === 'int' || type.kind === 'pointer')) {
    const value = valueOfScalar(interpreter, values, type, init);
    if (value !== undefined) interpreter.state.set(interpreter.ids.cell(object, ''), value);
  } else for (const value of values.values()) markEscaped(interpreter, value);
}

/** `record = (T){ ... }`: the fields that are named hold what they are given, the others zero. */
export function assignList(
  interpreter: Interpreter,
  object: number,
  record: string,
  init: InitListExpr,
): void {
  // What is given may be read from the very record that it is put into.
  const values = itemValues(interpreter, init);
  havoc(interpreter, object, init, undefined);
  const fields = interpreter.unit.symbols.record(record);
  for (const { name, type } of fields?.union === false ? fields.fields : []) {
    if (type.kind === 'int' || type.kind === 'pointer')
      interpreter.state.set(interpreter.ids.cell(object, `.${name}`), ZERO);
  }
  new ListFiller(interpreter, values).fill(object, { kind: 'record', name: record }, init);
}

/** The values of all items in their order, those of lists in the list too. */
function itemValues(interpreter: Interpreter, init: InitListExpr): ReadonlyMap<Expr, Value> {
  const values = new Map<Expr, Value>();
  const collect = ({ items }: InitListExpr): void => {
    for (const { value } of items)
      if (isBraced(value)) collect(value);
      else values.set(value, interpreter.evaluate(value));
  };
  collect(init);
  return values;
}

/** What a list of one item, or of none, gives a variable of a type without parts. */
function valueOfScalar(
  interpreter: Interpreter,
  values: ReadonlyMap<Expr, Value>,
  type: CType,
  { items: [only] }: InitListExpr,
): Value | undefined {
  if (only === undefined) return ZERO;
  const given = values.get(only.value);
  return given && convertValue(interpreter, only.value, only.value.type, type, given);
}

/** A list in braces that belongs to the list around it; `(T){ ... }` is a value of its own. */
function isBraced(value: Expr): value is InitListExpr {
  return value.kind === 'initlist' && value.type.kind === 'unknown';
}

/** Puts the values of one list where C11, 6.7.9, has them. */
class ListFiller {
  private readonly interpreter: Interpreter;
  private readonly values: ReadonlyMap<Expr, Value>;
  private placed = 0;
  /** How deep the part that is filled lies in others: a record that holds itself has no end. */
  private depth = 0;

  constructor(interpreter: Interpreter, values: ReadonlyMap<Expr, Value>) {
    this.interpreter = interpreter;
    this.values = values;
  }

  /** Fills a record or an array from a list in braces. */
  fill(object: number, type: CType, init: InitListExpr): void {
    if (init.isUnplaced === true || this.placed > MAX_PLACED)
      return this.forget(object, init.items);
    const cursor = { items: init.items, next: 0 };
    const [first, second] = init.items;
    // `char text[4] = {"abc"}` is the text itself.
    if (type.kind === 'array' && first?.value.kind === 'string' && second === undefined)
      if (type.of.kind === 'int') return this.forget(object, init.items);
    if (type.kind === 'record') this.fillRecord(object, type.name, cursor, true);
    else if (type.kind === 'array') this.fillArray(object, type, cursor, true);
    else this.forget(object, init.items);
  }

  /** @param isBraced whether the items are in braces of the record's own, so that designators are its */
  private fillRecord(object: number, name: string, cursor: Cursor, isBraced: boolean): void {
    const record = this.interpreter.unit.symbols.record(name);
    let position = 0;
    for (let item = cursor.items[cursor.next]; item; item = cursor.items[cursor.next]) {
      const designator = item.designator ?? [];
      const [step, ...rest] = designator;
      if (designator.length > 0 && !isBraced) return;
      if (typeof step === 'string')
        position = record?.fields.findIndex((field) => field.name === step) ?? -1;
      else if (designator.length > 0) {
        this.skip(object, cursor);
        continue;
      }
      const field = record?.fields[position];
      const fieldName = typeof step === 'string' ? step : field?.name;
      if (fieldName === undefined) {
        if (!isBraced) return;
        cursor.next += 1;
        this.escape(item.value);
        continue;
      }
      if (record?.union === true) this.leaveOpen(object);
      const type = field?.type ?? { kind: 'unknown', name: '' };
      this.place({ object, path: `.${fieldName}`, type }, cursor, rest);
      recordField(this.interpreter, name, fieldName, item, this.values);
      position = position < 0 ? (record?.fields.length ?? 0) : position + 1;
      if (record?.union === true) position = record.fields.length;
    }
  }

  private fillArray(object: number, type: ArrayType, cursor: Cursor, isBraced: boolean): void {
    let position = 0;
    for (let item = cursor.items[cursor.next]; item; item = cursor.items[cursor.next]) {
      const designator = item.designator ?? [];
      const [step, ...rest] = designator;
      if (designator.length > 0 && !isBraced) return;
      if (typeof step === 'number') position = step;
      else if (designator.length > 0) {
        this.skip(object, cursor);
        continue;
      }
      if (!isBraced && position >= (type.length ?? 0)) return;
      this.place(this.element(object, type, position), cursor, rest);
      position += 1;
    }
  }

  /** Passes over an item of which it is not known where it goes. */
  private skip(object: number, cursor: Cursor): void {
    const item = cursor.items[cursor.next];
    cursor.next += 1;
    if (item !== undefined) this.forget(object, [item]);
  }

  /** Takes the next item, or as many as a part without braces needs. */
  private place(place: Place, cursor: Cursor, rest: readonly DesignatorStep[]): void {
    const { object, path, type } = place;
    const item = cursor.items[cursor.next];
    if (item === undefined) return;
    const { value } = item;
    this.placed += 1;
    if (rest.length > 0) {
      cursor.next += 1;
      const inner = this.descend(place, rest);
      if (inner === undefined) this.forget(this.sub(place), [item]);
      else this.put(inner, value);
    } else if (!isBraced(value) && takesItems(type, value) && this.depth < MAX_DEPTH) {
      this.depth += 1;
      const part = subObject(this.interpreter, object, path);
      if (type.kind === 'record') this.fillRecord(part, type.name, cursor, false);
      else if (type.kind === 'array') this.fillArray(part, type, cursor, false);
      this.depth -= 1;
      // A part that takes none, as a record that is not declared here, must not be asked for ever.
      if (cursor.items[cursor.next] === item) {
        cursor.next += 1;
        this.escape(value);
      }
    } else {
      cursor.next += 1;
      this.put(place, value);
    }
  }

  /** What a designator leads to from a part on, or undefined where that is not known. */
  private descend(place: Place, steps: readonly DesignatorStep[]): Place | undefined {
    let current = place;
    for (const step of steps) {
      const object = this.sub(current);
      const { type } = current;
      if (typeof step === 'string' && type.kind === 'record') {
        const record: RecordType | undefined = this.interpreter.unit.symbols.record(type.name);
        const field = record?.fields.find(({ name }) => name === step);
        if (field === undefined) return undefined;
        current = { object, path: `.${step}`, type: field.type };
      } else if (typeof step === 'number' && type.kind === 'array') {
        current = this.element(object, type, step);
      } else return undefined;
    }
    return current;
  }

  /** The first record of an array, and the only element of one, are where the array is (memory/resolve-lvalue.ts). */
  private element(object: number, { of, length }: ArrayType, index: number): Place {
    const isWhole = of.kind === 'record' || (of.kind !== 'array' && (length ?? 0) <= 1);
    const offset = index * (this.interpreter.sizeOf(of) ?? 1);
    return { object, path: offset === 0 && isWhole ? '' : `[${offset}]`, type: of };
  }

  private sub({ object, path }: Place): number {
    return subObject(this.interpreter, object, path);
  }

  /** Puts one item into the part that it is for. */
  private put(place: Place, value: Expr): void {
    const { interpreter } = this;
    const { object, path, type } = place;
    if (isBraced(value)) {
      if (type.kind === 'record' || type.kind === 'array')
        return this.fill(this.sub(place), type, value);
      const inner = valueOfScalar(interpreter, this.values, type, value);
      if (inner !== undefined) this.write(place, value, inner);
      return;
    }
    const given = this.values.get(value);
    if (given === undefined) return;
    if (type.kind === 'record') {
      const lvalue = { locations: [{ object, path }], type, strong: true };
      copyRecord(interpreter, lvalue, value, given, value);
    } else if (type.kind === 'array') {
      // The text of a string literal is not followed into a part.
      havoc(interpreter, this.sub(place), value, undefined);
    } else this.write(place, value, convertValue(interpreter, value, value.type, type, given));
  }

  private write({ object, path, type }: Place, expr: Expr, value: Value): void {
    const { interpreter } = this;
    noteWidth(interpreter, { object, path }, type);
    interpreter.state.set(interpreter.ids.cell(object, path), value);
    if (isOutside(interpreter, object)) markEscaped(interpreter, value);
    if (path.startsWith('[')) weakUpdate(interpreter, { object, path: '[]' }, value, expr, type);
  }

  /** Says nothing of what an object holds, as far as these items go. */
  private forget(object: number, items: readonly InitItem[]): void {
    for (const { value } of items) this.escape(value);
    havoc(this.interpreter, object, items[0]?.value ?? object, undefined);
    this.leaveOpen(object);
  }

  /** What is not named of an object is not zero for that. */
  private leaveOpen(object: number): void {
    const known = this.interpreter.state.object(object);
    if (known !== undefined) this.interpreter.state.setObject({ ...known, initial: 'unknown' });
    markWritten(this.interpreter, object);
  }

  private escape(value: Expr): void {
    if (isBraced(value)) for (const item of value.items) this.escape(item.value);
    const given = this.values.get(value);
    if (given !== undefined) markEscaped(this.interpreter, given);
  }
}

type ArrayType = CType & { readonly kind: 'array' };

/** A part of an object, which has a type. */
interface Place {
  readonly object: number;
  readonly path: string;
  readonly type: CType;
}

/** Whether a part takes several items of the list around it, as `struct { int a, b; } t[2] = {1, 2, 3, 4}` has it. */
function takesItems(type: CType, { kind, type: given }: Expr): boolean {
  const isOne = given.kind === 'int' || given.kind === 'float' || given.kind === 'pointer';
  if (type.kind === 'array') return kind !== 'string' && isOne;
  return type.kind === 'record' && isOne;
}

/** Notes the text that a field is given. */
function recordField(
  interpreter: Interpreter,
  record: string,
  name: string,
  { value }: InitItem,
  values: ReadonlyMap<Expr, Value>,
): void {
  const given = values.get(value);
  if (given !== undefined) recordFieldInitialiser(interpreter, record, name, value, given);
}
