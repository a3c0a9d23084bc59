import type { SyntaxNode } from '../syntax.ts';
import type { Facts } from './facts.ts';
import type { RustFunction } from './items.ts';
import type { Binding } from './scope.ts';
import type { RustType } from './types.ts';
import type { Guard, Value } from './value.ts';

/** What holds around every event. */
export interface Surrounding {
  readonly facts: Facts;
  /** In an async function or block, and not inside a plain closure. */
  readonly inAsync: boolean;
  readonly inUnsafe: boolean;
  readonly inLoop: boolean;
  readonly inClosure: boolean;
}

/** A call of a function or a method, in source or inside a macro's arguments. */
export interface Call extends Surrounding {
  readonly node: SyntaxNode;
  /** The resolved path of a function; empty for a method. */
  readonly path: string;
  /** The method, or the last segment of the path. */
  readonly name: string;
  readonly isMethod: boolean;
  readonly receiver: Value | undefined;
  readonly receiverNode: SyntaxNode | undefined;
  readonly arguments: readonly Value[];
  readonly argumentNodes: readonly SyntaxNode[];
  /** The function of this file that is called, where the name leaves no doubt. */
  readonly target: RustFunction | undefined;
  /** The type arguments as written: `<u8>`. */
  readonly typeArguments: string;
  /** Guards alive when the call is made. */
  readonly guards: readonly Guard[];
  result: Value;
}

export interface MacroArgument {
  /** For `name = value`. */
  readonly name: string;
  readonly value: Value;
  readonly node: SyntaxNode;
  /** Format trait of the hole it fills: `?`, `x`, empty for Display. */
  readonly spec: string;
}

interface Macro extends Surrounding {
  readonly node: SyntaxNode;
  /** Last segment: `println`, `info`, `format`. */
  readonly name: string;
  readonly path: string;
  readonly template: string | undefined;
  readonly arguments: readonly MacroArgument[];
  readonly guards: readonly Guard[];
  result: Value;
}

export interface Cast extends Surrounding {
  readonly node: SyntaxNode;
  readonly value: Value;
  readonly type: RustType;
}

export interface Arithmetic extends Surrounding {
  readonly node: SyntaxNode;
  readonly operator: string;
  readonly left: Value;
  readonly right: Value;
}

interface Index extends Surrounding {
  readonly node: SyntaxNode;
  readonly base: Value;
  readonly index: Value;
  readonly indexNode: SyntaxNode;
}

interface Dereference extends Surrounding {
  readonly node: SyntaxNode;
  readonly value: Value;
}

interface Await extends Surrounding {
  readonly node: SyntaxNode;
  readonly guards: readonly Guard[];
}

interface Loop extends Surrounding {
  readonly node: SyntaxNode;
  /** How often it runs, where the text shows it. */
  readonly count: number | undefined;
}

interface Assignment extends Surrounding {
  readonly node: SyntaxNode;
  readonly target: Value;
  readonly targetNode: SyntaxNode;
  readonly value: Value;
  readonly valueNode: SyntaxNode;
}

interface FieldInitialiser extends Surrounding {
  readonly node: SyntaxNode;
  readonly struct: string;
  readonly name: string;
  readonly value: Value;
}

export interface UnsafeBlock extends Surrounding {
  readonly node: SyntaxNode;
  /** The calls made and pointers read inside, in order. */
  readonly calls: Call[];
  readonly dereferences: Dereference[];
}

/** Everything that happens in one function, in source order within each list. */
export interface FunctionEvents {
  readonly calls: Call[];
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
  readonly returned: Value[];
}

export function noEvents(): FunctionEvents {
  return {
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
