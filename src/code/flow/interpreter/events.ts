import type { CallExpr, DeleteExpr, Expr, LoweredFunction, Variable } from '../../c/ir/ast.ts';
import type { CType } from '../../c/ir/types.ts';
import type { CallModel } from '../../library-models/call-model.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import type { Range, Value } from '../domain/value.ts';
import type { Facts } from './facts.ts';

/** A call, before it has any effect. */
export interface CallEvent {
  readonly call: CallExpr;
  readonly args: readonly Value[];
  readonly model: CallModel | undefined;
  /** Whether the result is used. */
  readonly use: 'ignored' | 'used';
}

/** Memory read or written through a pointer or an index. */
export interface AccessEvent {
  readonly expr: Expr;
  /** The expression that gives the pointer, and its value. */
  readonly base: Expr;
  readonly pointer: Value;
  /** The index expression of `a[i]`, with its value. */
  readonly index: Expr | undefined;
  readonly indexValue: Value | undefined;
  readonly elementSize: number | undefined;
  readonly write: boolean;
  /** `deref` for `*p`, `index` for `p[i]`, `arrow` for `p->f`. */
  readonly via: 'deref' | 'arrow' | 'index';
}

/** A library call that reads or writes a number of bytes. */
export interface TransferEvent {
  readonly call: CallExpr;
  readonly write: boolean;
  /** The argument through which memory is touched. */
  readonly arg: number;
  readonly pointer: Value;
  /** How many bytes, or undefined for no bound at all. */
  readonly size: Value | undefined;
  /** The argument that decides how many, of a call into the project; a library call's model names it. */
  readonly length?: Expr;
  /** Whether the size is the length of a text. */
  readonly text: boolean;
  /** Whether so many bytes are touched whatever the memory holds. */
  readonly certain: boolean;
}

/** A resource is given back. The facts are those before it. */
export interface ReleaseEvent {
  readonly expr: CallExpr | DeleteExpr;
  readonly operand: Expr;
  readonly pointer: Value;
  readonly family: string;
}

/** An arithmetic operation whose result the type may not hold, or a division. */
export interface ArithmeticEvent {
  readonly expr: Expr;
  readonly op: string;
  readonly left: Value;
  readonly right: Value;
  /** The result as mathematics has it. */
  readonly range: Range;
  readonly type: CType;
  readonly overflows: boolean;
}

/** A value used whose variable may never have been written. */
interface UninitialisedEvent {
  readonly expr: Expr;
  readonly name: string;
  readonly certainty: 'maybe' | 'yes';
  readonly isPointer: boolean;
}

/** A conversion to a type that may not hold the value. */
interface ConversionEvent {
  readonly expr: Expr;
  readonly from: CType;
  readonly to: CType;
  readonly value: Value;
}

/** A value is stored, before it is. */
export interface AssignEvent {
  readonly expr: Expr;
  readonly target: Expr | Variable;
  readonly value: Expr | undefined;
  readonly assigned: Value;
  /** What the target held before, where it is a known cell. */
  readonly before: Value | undefined;
}

/** A local array whose length is not a constant comes into being. */
interface VariableLengthEvent {
  readonly variable: Variable;
  readonly count: Expr;
  readonly elements: Value;
  readonly elementSize: number | undefined;
}

/** What a listener may hear of in the last pass over a function, with the facts at that point. */
export interface FlowListener {
  call?(event: CallEvent, facts: Facts): void;
  /** The same call once it has happened. */
  called?(event: CallEvent, result: Value, facts: Facts): void;
  access?(event: AccessEvent, facts: Facts): void;
  transfer?(event: TransferEvent, facts: Facts): void;
  release?(event: ReleaseEvent, facts: Facts): void;
  arithmetic?(event: ArithmeticEvent, facts: Facts): void;
  uninitialised?(event: UninitialisedEvent, facts: Facts): void;
  convert?(event: ConversionEvent, facts: Facts): void;
  assign?(event: AssignEvent, facts: Facts): void;
  declared?(event: VariableLengthEvent, facts: Facts): void;
  /** A condition that decides where control goes. */
  branch?(condition: Expr, assertion: boolean, facts: Facts): void;
  returned?(value: Expr | undefined, result: Value | undefined, facts: Facts): void;
  /** From here to the end of the function, each block begins with nothing known. */
  degraded?(): void;
  /** An object that nothing refers to any more although it was never given back. */
  lost?(object: MemoryObject, at: { start: number; end: number }, facts: Facts): void;
  enter?(fn: LoweredFunction, facts: Facts): void;
  /** A function is done; `reached` has the numbers of its blocks that can run, for all that is known. */
  leave?(fn: LoweredFunction, reached: ReadonlySet<number>): void;
}
