import type { Expr, LoweredFunction, Span } from '../../c/ir/ast.ts';
import type { CType } from '../../c/ir/types.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import type { TraceStep } from '../../syntax/location.ts';
import type { Assumptions } from '../domain/assumptions.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import type { State } from '../domain/state.ts';
import type { Taint } from '../domain/taint.ts';
import type { NullOrigin, Range, RootFacts, Value } from '../domain/value.ts';

/** An object that a pointer may point into, with the offset in bytes. */
export interface Pointee {
  readonly object: MemoryObject;
  readonly offset: Value;
}

/** What a rule may ask about one point of a function. Good only while the event lasts. */
export interface Facts {
  readonly unit: TranslationUnit;
  readonly function: LoweredFunction;
  readonly file: string;
  readonly state: State;
  /** The value an expression has here, as far as it can be had without effects. */
  valueOf(expr: Expr): Value;
  range(value: Value): Range;
  factsOf(value: Value): RootFacts;
  /** a <= b, for certain. */
  atMost(a: Value, b: Value): boolean;
  isNull(value: Value): 'never' | 'maybe' | 'always';
  nullOrigin(value: Value): NullOrigin | undefined;
  /** Whether callers all but never test the pointer that a function of this name returns. */
  isHardlyTested(name: string): boolean;
  /** Whether a good part of the callers does not test it. */
  isSeldomTested(name: string): boolean;
  /** Whether a function of the project that looks for something gives null where there is none, whatever it is given. */
  mayFindNothing(name: string): boolean;
  /** Whether a call of a function of this name never comes back, as far as the project shows. */
  neverReturns(name: string): boolean;
  pointees(value: Value): readonly Pointee[];
  /** Untrusted source of the value itself or of the memory it points to. */
  taint(value: Value): Taint | undefined;
  contentTaint(value: Value): Taint | undefined;
  /** What was assumed on the way to what is known of a value and of the memory it points to. */
  assumedOf(value: Value): Assumptions;
  /** The size of a type in bytes. */
  sizeOf(type: CType): number | undefined;
  /** Whether what stands in memory decides if an expression of the function runs. */
  isDecidedByMemory(expr: Expr): boolean;
  /** The object that a cell of the state is a part of. */
  objectOfCell(cell: number): MemoryObject | undefined;
  /** Whether a pointer is what any of several elements of an array may hold, so that it need not lead to each thing that it may. */
  mayBeAnyElement(value: Value): boolean;
  /** Whether the text that an object holds is known not to be empty: its first character is not NUL. */
  hasCharacters(object: number): boolean;
  /** Whether an object is a part of another, such as a record in a record. */
  isPart(object: number): boolean;
  /** What the state holds for the parts of an object, by their path such as `.name`. */
  partsOf(object: number): ReadonlyMap<string, Value>;
  step(span: Span, message: string): TraceStep;
  text(span: Span): string;
}
