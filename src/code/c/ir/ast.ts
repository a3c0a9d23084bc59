import type { CType } from './types.ts';

/** Offsets into the file's text. Code from a macro carries the place of its use. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A variable, parameter or global. Two uses of one variable share the object. */
export interface Variable extends Span {
  readonly name: string;
  readonly type: CType;
  readonly scope: 'local' | 'parameter' | 'static' | 'global';
  /** Unique in its file; parameters of a function are numbered in order. */
  readonly id: number;
  /** The position among the parameters, from 0, or -1. */
  readonly position: number;
  readonly constant: boolean;
  /** Of a constant integer: the number that its declaration gives it. */
  readonly value?: number;
  /** A global that handlers of signals, threads or devices write between any two statements. */
  readonly isVolatile?: true;
}

interface Typed extends Span {
  readonly type: CType;
}

interface NumberExpr extends Typed {
  readonly kind: 'number';
  readonly value: number;
}
export interface StringExpr extends Typed {
  readonly kind: 'string';
  readonly value: string;
}
export interface NameExpr extends Typed {
  readonly kind: 'name';
  readonly name: string;
  /** Absent for functions, unresolved names and macros without a body. */
  readonly variable: Variable | undefined;
  /** Of a lambda: the addresses of variables around that it may change, whenever it is called. */
  readonly changes?: readonly Expr[];
}
export interface CallExpr extends Typed {
  readonly kind: 'call';
  readonly callee: Expr;
  /** The plain name of a direct call, `Class::name` for a method of the class around; for a method of a receiver its last name; else empty. */
  readonly name: string;
  readonly args: readonly Expr[];
  /** The object of a C++ method call. */
  readonly receiver: Expr | undefined;
  /** A macro that was not expanded: it may write what its arguments name, and need not read it. */
  readonly isMacro?: true;
  /** The call as it is written, of a function of the project that does nothing but make this one. */
  readonly through?: CallExpr;
}
export interface UnaryExpr extends Typed {
  readonly kind: 'unary';
  readonly op: '-' | '+' | '!' | '~';
  readonly operand: Expr;
}
export interface DerefExpr extends Typed {
  readonly kind: 'deref';
  readonly operand: Expr;
}
export interface AddressExpr extends Typed {
  readonly kind: 'address';
  readonly operand: Expr;
}
export interface IncDecExpr extends Typed {
  readonly kind: 'incdec';
  readonly op: '++' | '--';
  readonly prefix: boolean;
  readonly operand: Expr;
}
export interface BinaryExpr extends Typed {
  readonly kind: 'binary';
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
}
export interface AssignExpr extends Typed {
  readonly kind: 'assign';
  /** `=` or a compound such as `+=`. */
  readonly op: string;
  readonly target: Expr;
  readonly value: Expr;
  /** The call as it is written, of a function of the project that does nothing but this. */
  readonly through?: CallExpr;
}
export interface ConditionalExpr extends Typed {
  readonly kind: 'conditional';
  readonly condition: Expr;
  /** Absent in GNU's `a ?: b`. */
  readonly then: Expr | undefined;
  readonly otherwise: Expr;
}
export interface CastExpr extends Typed {
  readonly kind: 'cast';
  readonly style:
    | 'c'
    | 'static_cast'
    | 'reinterpret_cast'
    | 'const_cast'
    | 'dynamic_cast'
    | 'function';
  readonly operand: Expr;
}
interface SizeofExpr extends Typed {
  readonly kind: 'sizeof';
  readonly size: number | undefined;
  readonly operand: Expr | undefined;
  readonly of: CType;
}
export interface IndexExpr extends Typed {
  readonly kind: 'index';
  readonly base: Expr;
  readonly index: Expr;
}
export interface MemberExpr extends Typed {
  readonly kind: 'member';
  readonly base: Expr;
  readonly name: string;
  readonly arrow: boolean;
}
/** A step of a designator: the field of `.f`, the index of `[3]`; undefined for one that is no number here, as `[1 ... 3]`. */
export type DesignatorStep = string | number | undefined;
/** An item of a list: `.f = x` has the name `f`. */
export interface InitItem {
  readonly name: string | undefined;
  /** The way to what `.a[3].b = x` puts a value into; absent without a designator. */
  readonly designator?: readonly DesignatorStep[];
  readonly value: Expr;
}
export interface InitListExpr extends Typed {
  readonly kind: 'initlist';
  readonly items: readonly InitItem[];
  /** Where `#if`, an index or a macro makes the number of the elements another than that of the items. */
  readonly isPartial?: boolean;
  /** Where `#if`, a macro or broken text may have put items between those that are seen. */
  readonly isUnplaced?: boolean;
}
export interface NewExpr extends Typed {
  readonly kind: 'new';
  readonly of: CType;
  /** The element count of `new T[n]`. */
  readonly count: Expr | undefined;
  readonly args: readonly Expr[];
  /** Whether parentheses or braces stand behind the type: without anything in them, the value is zero. */
  readonly isInitialised: boolean;
  readonly nothrow: boolean;
  /** Whether the object is made in memory that is there already: `new (place) T`. */
  readonly inPlace: boolean;
}
export interface DeleteExpr extends Typed {
  readonly kind: 'delete';
  readonly operand: Expr;
  readonly array: boolean;
}
interface ThrowExpr extends Typed {
  readonly kind: 'throw';
  readonly operand: Expr | undefined;
}
/** What the analysis evaluates only for its parts: lambdas, statement expressions, errors. */
interface OpaqueExpr extends Typed {
  readonly kind: 'opaque';
  readonly parts: readonly Expr[];
}

export type Expr =
  | NumberExpr
  | StringExpr
  | NameExpr
  | CallExpr
  | UnaryExpr
  | DerefExpr
  | AddressExpr
  | IncDecExpr
  | BinaryExpr
  | AssignExpr
  | ConditionalExpr
  | CastExpr
  | SizeofExpr
  | IndexExpr
  | MemberExpr
  | InitListExpr
  | NewExpr
  | DeleteExpr
  | ThrowExpr
  | OpaqueExpr;

/** One thing that happens in a basic block, in order. */
export type Step =
  | { readonly kind: 'eval'; readonly expr: Expr }
  | {
      readonly kind: 'declare';
      readonly variable: Variable;
      readonly init: Expr | undefined;
      readonly count: Expr | undefined;
    }
  | { readonly kind: 'leave'; readonly variables: readonly Variable[] };

export interface SwitchCase {
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly to: number;
}

/** How a basic block ends. Numbers are block ids. */
export type Terminator =
  | { readonly kind: 'jump'; readonly to: number }
  | {
      readonly kind: 'branch';
      readonly condition: Expr;
      readonly then: number;
      readonly otherwise: number;
      readonly assertion?: true;
    }
  | {
      readonly kind: 'switch';
      readonly value: Expr;
      readonly cases: readonly SwitchCase[];
      readonly otherwise: number;
    }
  | {
      readonly kind: 'return';
      readonly value: Expr | undefined;
      readonly start: number;
      readonly end: number;
    }
  /** After a call that does not return, a throw, or a failed assertion. */
  | { readonly kind: 'stop' };

export interface BasicBlock {
  readonly id: number;
  readonly steps: readonly Step[];
  readonly end: Terminator;
}

export interface Loop extends Span {
  /** The block that is reached again on each round. */
  readonly header: number;
  readonly kind: 'while' | 'do' | 'for' | 'range';
  readonly condition: Expr | undefined;
  /** The call that is asked, where the condition is what that computes. */
  readonly asked?: Expr;
  readonly init: Expr | undefined;
  readonly update: Expr | undefined;
  /** The blocks of the loop, header included; filled from the graph. */
  readonly body: readonly number[];
}

/** A function definition as a control-flow graph; block 0 is the entry. */
export interface LoweredFunction extends Span {
  readonly name: string;
  /** `Class::name` for methods. */
  readonly qualifiedName: string;
  readonly returns: CType;
  readonly parameters: readonly Variable[];
  readonly locals: readonly Variable[];
  readonly blocks: readonly BasicBlock[];
  readonly loops: readonly Loop[];
  /** Visible to other files. */
  readonly exported: boolean;
  readonly isNoexcept: boolean;
  readonly isMethod: boolean;
  readonly variadic: boolean;
}
