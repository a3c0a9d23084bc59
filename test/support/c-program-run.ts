import {
  ARRAY,
  type Body,
  type Expr,
  INT,
  type IntType,
  type Program,
  type Statement,
} from './c-program.ts';

/** What one run did. */
export interface Trace {
  /** The variables' values at each probe that was reached, in order. */
  readonly probes: readonly { readonly id: number; readonly values: readonly bigint[] }[];
  /** How the run ended; `undefined behaviour` names it. */
  readonly end:
    | 'returned'
    | 'out of fuel'
    | 'undefined behaviour'
    | 'out of bounds'
    | 'beyond a double';
  /** The index that was out of bounds. */
  readonly fault: Expr | undefined;
}

/** Past this a double does not hold every integer. */
const LARGEST = 2n ** 53n;

interface Typed {
  readonly type: IntType;
  readonly value: bigint;
}

type Jump =
  | { readonly kind: 'break' | 'continue' | 'return' }
  | { readonly kind: 'goto'; readonly section: number };

class Stop extends Error {
  readonly end: Trace['end'];
  readonly fault: Expr | undefined;
  constructor(end: Trace['end'], fault?: Expr) {
    super(end);
    this.end = end;
    this.fault = fault;
  }
}

/**
 * Runs a program as C11 says, on LP64, up to its first undefined behaviour, or to
 * a number of which a double loses digits, since the engine counts in doubles.
 */
export function runProgram(program: Program, inputs: readonly bigint[], fuel = 400): Trace {
  const run = new Run(program, fuel);
  return run.trace(inputs);
}

/** A value as a type holds it: modulo its width. */
function wrapped(type: IntType, value: bigint): bigint {
  const held = type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
  if (held !== value && type.bits === 64) throw new Stop('beyond a double');
  return held;
}

class Run {
  private readonly program: Program;
  private readonly types = new Map<string, IntType>();
  private readonly values = new Map<string, bigint>();
  private readonly array: bigint[];
  private readonly probes: { id: number; values: bigint[] }[] = [];
  private fuel: number;

  constructor(program: Program, fuel: number) {
    this.program = program;
    this.fuel = fuel;
    this.array = new Array<bigint>(program.array.length).fill(0n);
  }

  trace(inputs: readonly bigint[]): Trace {
    const { probes } = this;
    try {
      this.start(inputs);
      return { probes, end: 'returned', fault: undefined };
    } catch (error) {
      if (error instanceof Stop) return { probes, end: error.end, fault: error.fault };
      throw error;
    }
  }

  constant(expr: Expr): bigint | undefined {
    try {
      return this.evaluate(expr).value;
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  private start(inputs: readonly bigint[]): void {
    let next = 0;
    for (const { name, type, init } of this.program.variables) {
      this.types.set(name, type);
      if (init === undefined) {
        this.values.set(name, wrapped(type, inputs[next] ?? 0n));
        next += 1;
      } else this.values.set(name, wrapped(type, this.evaluate(init).value));
    }
    const { sections } = this.program;
    for (let at = 0; at < sections.length; ) {
      const jump = this.body(sections[at] ?? []);
      if (jump?.kind === 'return') return;
      at = jump?.kind === 'goto' ? jump.section : at + 1;
    }
  }

  private spend(): void {
    this.fuel -= 1;
    if (this.fuel < 0) throw new Stop('out of fuel');
  }

  private body(statements: Body): Jump | undefined {
    for (const statement of statements) {
      const jump = this.statement(statement);
      if (jump !== undefined) return jump;
    }
    return undefined;
  }

  private statement(statement: Statement): Jump | undefined {
    this.spend();
    switch (statement.kind) {
      case 'run':
        this.evaluate(statement.expr);
        return undefined;
      case 'store': {
        const at = this.position(statement.index);
        this.array[at] = wrapped(this.program.array.type, this.evaluate(statement.value).value);
        return undefined;
      }
      case 'if':
        return this.body(this.holds(statement.condition) ? statement.then : statement.otherwise);
      case 'while':
      case 'do':
      case 'for':
        return this.loop(statement);
      case 'switch':
        return this.choose(statement);
      case 'probe':
        this.probes.push({ id: statement.id, values: [...this.values.values()] });
        return undefined;
      case 'goto':
        return { kind: 'goto', section: statement.section };
      default:
        return { kind: statement.kind };
    }
  }

  private loop(statement: Statement & { kind: 'while' | 'do' | 'for' }): Jump | undefined {
    if (statement.kind === 'for') this.evaluate(statement.init);
    for (let first = true; ; first = false) {
      this.spend();
      const skipsTest = statement.kind === 'do' && first;
      if (!skipsTest && !this.holds(statement.condition)) return undefined;
      const jump = this.body(statement.body);
      if (jump?.kind === 'break') return undefined;
      if (jump !== undefined && jump.kind !== 'continue') return jump;
      if (statement.kind === 'for') this.evaluate(statement.update);
    }
  }

  private choose(statement: Statement & { kind: 'switch' }): Jump | undefined {
    const { type, value } = promoted(this.evaluate(statement.value));
    const { cases } = statement;
    let at = cases.findIndex(
      (each) => each.value !== undefined && wrapped(type, BigInt(each.value)) === value,
    );
    if (at < 0) at = cases.findIndex((each) => each.value === undefined);
    if (at < 0) return undefined;
    for (const { body } of cases.slice(at)) {
      const jump = this.body(body);
      if (jump?.kind === 'break') return undefined;
      if (jump !== undefined) return jump;
    }
    return undefined;
  }

  private holds(expr: Expr): boolean {
    return this.evaluate(expr).value !== 0n;
  }

  private position(index: Expr): number {
    const at = this.evaluate(index).value;
    if (at < 0n || at >= BigInt(this.array.length)) throw new Stop('out of bounds', index);
    return Number(at);
  }

  private variable(name: string): Typed {
    const type = this.types.get(name);
    const value = this.values.get(name);
    if (type === undefined || value === undefined) throw new Error(`no variable ${name}`);
    return { type, value };
  }

  private write(name: string, value: bigint): Typed {
    const { type } = this.variable(name);
    const stored = wrapped(type, value);
    this.values.set(name, stored);
    return { type, value: stored };
  }

  private evaluate(expr: Expr): Typed {
    switch (expr.kind) {
      case 'literal':
        return { type: INT, value: BigInt(expr.value) };
      case 'variable':
        return this.variable(expr.name);
      case 'unary':
        return unary(expr.op, this.evaluate(expr.operand));
      case 'binary':
        return this.binary(expr);
      case 'cast':
        return { type: expr.to, value: wrapped(expr.to, this.evaluate(expr.operand).value) };
      case 'choice': {
        const chosen = this.evaluate(this.holds(expr.condition) ? expr.then : expr.otherwise);
        const type = common(this.typeOf(expr.then), this.typeOf(expr.otherwise));
        return { type, value: wrapped(type, chosen.value) };
      }
      case 'assign': {
        if (expr.op === '=') return this.write(expr.name, this.evaluate(expr.value).value);
        const operand = this.evaluate(expr.value);
        const result = arithmetic(expr.op.slice(0, -1), this.variable(expr.name), operand);
        return this.write(expr.name, result.value);
      }
      case 'step': {
        const before = this.variable(expr.name);
        const one = { type: INT, value: 1n };
        const result = arithmetic(expr.op === '++' ? '+' : '-', before, one);
        const after = this.write(expr.name, result.value);
        return expr.prefix ? after : before;
      }
      case 'element':
        return {
          type: this.program.array.type,
          value: this.array[this.position(expr.index)] ?? 0n,
        };
    }
  }

  private binary(expr: Expr & { kind: 'binary' }): Typed {
    if (expr.op === '&&' || expr.op === '||') {
      const left = this.holds(expr.left);
      const decided = expr.op === '&&' ? !left : left;
      return truth(decided ? left : this.holds(expr.right));
    }
    const left = this.evaluate(expr.left);
    const right = this.evaluate(expr.right);
    return arithmetic(expr.op, left, right);
  }

  private typeOf(expr: Expr): IntType {
    switch (expr.kind) {
      case 'literal':
        return INT;
      case 'variable':
      case 'assign':
      case 'step':
        return this.variable(expr.name).type;
      case 'unary':
        return expr.op === '!' ? INT : common(this.typeOf(expr.operand), INT);
      case 'binary':
        if (/^(?:[<>]=?|[!=]=|&&|\|\|)$/.test(expr.op)) return INT;
        if (expr.op === '<<' || expr.op === '>>') return common(this.typeOf(expr.left), INT);
        return common(this.typeOf(expr.left), this.typeOf(expr.right));
      case 'cast':
        return expr.to;
      case 'choice':
        return common(this.typeOf(expr.then), this.typeOf(expr.otherwise));
      case 'element':
        return this.program.array.type;
    }
  }
}

function truth(holds: boolean): Typed {
  return { type: INT, value: holds ? 1n : 0n };
}

function promoted({ type, value }: Typed): Typed {
  return { type: type.bits < 32 ? INT : type, value };
}

/** The usual arithmetic conversions, for types of which none has the rank of another with the same width. */
function common(a: IntType, b: IntType): IntType {
  const left = a.bits < 32 ? INT : a;
  const right = b.bits < 32 ? INT : b;
  if (left.bits !== right.bits) return left.bits > right.bits ? left : right;
  return left.signed ? right : left;
}

function unary(op: '-' | '!' | '~', operand: Typed): Typed {
  if (op === '!') return truth(operand.value === 0n);
  const { type, value } = promoted(operand);
  return fitted(type, op === '-' ? -value : ~value);
}

/** A result in its type: unsigned ones wrap, signed ones must fit. */
function fitted(type: IntType, value: bigint): Typed {
  if (value > LARGEST || value < -LARGEST) throw new Stop('beyond a double');
  const stored = wrapped(type, value);
  if (type.signed && stored !== value) throw new Stop('undefined behaviour');
  return { type, value: stored };
}

function arithmetic(op: string, a: Typed, b: Typed): Typed {
  if (op === '<<' || op === '>>') return shift(op, promoted(a), promoted(b));
  const type = common(a.type, b.type);
  const left = wrapped(type, a.value);
  const right = wrapped(type, b.value);
  switch (op) {
    case '+':
      return fitted(type, left + right);
    case '-':
      return fitted(type, left - right);
    case '*':
      return fitted(type, left * right);
    case '/':
    case '%':
      if (right === 0n) throw new Stop('undefined behaviour');
      fitted(type, left / right);
      return fitted(type, op === '/' ? left / right : left % right);
    case '&':
      return fitted(type, left & right);
    case '|':
      return fitted(type, left | right);
    case '^':
      return fitted(type, left ^ right);
    case '<':
      return truth(left < right);
    case '<=':
      return truth(left <= right);
    case '>':
      return truth(left > right);
    case '>=':
      return truth(left >= right);
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    default:
      throw new Error(`no operator ${op} on ${ARRAY}`);
  }
}

function shift(op: '<<' | '>>', left: Typed, right: Typed): Typed {
  const { type } = left;
  if (right.value < 0n || right.value >= BigInt(type.bits)) throw new Stop('undefined behaviour');
  if (op === '>>') return { type, value: left.value >> right.value };
  if (left.value < 0n) throw new Stop('undefined behaviour');
  return fitted(type, left.value << right.value);
}

/** The value of an expression without variables, or undefined where C defines none. */
export function valueOfConstant(expr: Expr): bigint | undefined {
  const type = INT;
  const program: Program = {
    variables: [],
    array: { type, length: 1 },
    sections: [[]],
  };
  return new Run(program, 0).constant(expr);
}
