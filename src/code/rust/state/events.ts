import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { OtherFunction, RustFunction } from '../items/items.ts';
import type { RustType } from '../items/types.ts';
import type { FactSet } from './facts.ts';
import type { Binding } from './scope.ts';
import type { LockGuard, RustValue } from './value.ts';

/** What holds around every event. */
export interface EventContext {
  readonly facts: FactSet;
  /** In an async function or block, and not inside a plain closure. */
  readonly inAsync: boolean;
  readonly inUnsafe: boolean;
  readonly inLoop: boolean;
  readonly inClosure: boolean;
  /** How many branches around may not be taken: see `RustValue.attains`. */
  readonly depth: number;
}

/** A call of a function or a method, in source or inside a macro's arguments. */
export interface RustCall extends EventContext {
  readonly node: SyntaxNode;
  /** The resolved path of a function; empty for a method. */
  readonly path: string;
  /** The method, or the last segment of the path. */
  readonly name: string;
  readonly isMethod: boolean;
  readonly receiver: RustValue | undefined;
  readonly receiverNode: SyntaxNode | undefined;
  readonly arguments: readonly RustValue[];
  readonly argumentNodes: readonly SyntaxNode[];
  /** The function of this file that is called, where the name leaves no doubt. */
  readonly target: RustFunction | undefined;
  /** The function of another file that is called, by the same measure. */
  readonly other: OtherFunction | undefined;
  /** The type arguments as written: `<u8>`. */
  readonly typeArguments: string;
  /** Guards alive when the call is made. */
  readonly guards: readonly LockGuard[];
  result: RustValue;
}

export interface MacroArgument {
  /** For `name = value`. */
  readonly name: string;
  readonly value: RustValue;
  readonly node: SyntaxNode;
  /** Format trait of the hole it fills: `?`, `x`, empty for Display. */
  readonly spec: string;
  /** The values of `key => value`, where it is one. */
  readonly parts?: readonly RustValue[];
}

interface Macro extends EventContext {
  readonly node: SyntaxNode;
  /** Last segment: `println`, `info`, `format`. */
  readonly name: string;
  readonly path: string;
  readonly template: string | undefined;
  readonly arguments: readonly MacroArgument[];
  readonly guards: readonly LockGuard[];
  result: RustValue;
}

export interface Cast extends EventContext {
  readonly node: SyntaxNode;
  readonly value: RustValue;
  readonly type: RustType;
}

export interface Arithmetic extends EventContext {
  readonly node: SyntaxNode;
  readonly operator: string;
  readonly left: RustValue;
  readonly right: RustValue;
}

interface Index extends EventContext {
  readonly node: SyntaxNode;
  readonly base: RustValue;
  readonly index: RustValue;
  readonly indexNode: SyntaxNode;
}

interface Dereference extends EventContext {
  readonly node: SyntaxNode;
  readonly value: RustValue;
}

interface Await extends EventContext {
  readonly node: SyntaxNode;
  readonly guards: readonly LockGuard[];
}

interface Loop extends EventContext {
  readonly node: SyntaxNode;
  /** How often it runs, where the text shows it. */
  readonly count: number | undefined;
}

interface Assignment extends EventContext {
  readonly node: SyntaxNode;
  readonly target: RustValue;
  readonly targetNode: SyntaxNode;
  readonly value: RustValue;
  readonly valueNode: SyntaxNode;
}

interface FieldInitialiser extends EventContext {
  readonly node: SyntaxNode;
  readonly struct: string;
  readonly name: string;
  readonly value: RustValue;
}

export interface UnsafeBlock extends EventContext {
  readonly node: SyntaxNode;
  /** The calls made and pointers read inside, in order. */
  readonly calls: RustCall[];
  readonly dereferences: Dereference[];
}

/** Everything that happens in one function, in source order within each list. */
export interface FunctionEvents {
  /** The expressions that were looked at, for the account of what was not. */
  readonly evaluated: Set<SyntaxNode>;
  readonly calls: RustCall[];
  readonly macros: Macro[];
  readonly casts: Cast[];
  readonly arithmetic: Arithmetic[];
  /** `==`, `<` and the like, with the operator as an Arithmetic has it. */
  readonly comparisons: Arithmetic[];
  readonly indexes: Index[];
  readonly dereferences: Dereference[];
  readonly awaits: Await[];
  readonly loops: Loop[];
  readonly assignments: Assignment[];
  readonly initialisers: FieldInitialiser[];
  readonly unsafeBlocks: UnsafeBlock[];
  readonly bindings: Binding[];
  readonly returned: RustValue[];
}

export function noEvents(): FunctionEvents {
  return {
    evaluated: new Set(),
    calls: [],
    macros: [],
    casts: [],
    arithmetic: [],
    comparisons: [],
    indexes: [],
    dereferences: [],
    awaits: [],
    loops: [],
    assignments: [],
    initialisers: [],
    unsafeBlocks: [],
    bindings: [],
    returned: [],
  };
}
