/** Small C programs over integers and one array, for running and analysing the same text. */
export interface IntType {
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
}

const type = (name: string, bits: number, signed: boolean): IntType => ({ name, bits, signed });

export const INT = type('int', 32, true);
const UNSIGNED = type('unsigned', 32, false);
export const TYPES: readonly IntType[] = [
  INT,
  UNSIGNED,
  type('char', 8, true),
  type('unsigned char', 8, false),
  type('short', 16, true),
  type('unsigned short', 16, false),
  type('long', 64, true),
  type('unsigned long', 64, false),
];

export type BinaryOperator =
  | ('+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>')
  | ('<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||');

export type Expr =
  | { readonly kind: 'literal'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'unary'; readonly op: '-' | '!' | '~'; readonly operand: Expr }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | { readonly kind: 'cast'; readonly to: IntType; readonly operand: Expr }
  | {
      readonly kind: 'choice';
      readonly condition: Expr;
      readonly then: Expr;
      readonly otherwise: Expr;
    }
  /** The only expressions with an effect; the generator puts them where the order is defined. */
  | { readonly kind: 'assign'; readonly name: string; readonly op: string; readonly value: Expr }
  | {
      readonly kind: 'step';
      readonly name: string;
      readonly op: '++' | '--';
      readonly prefix: boolean;
    }
  | { readonly kind: 'element'; readonly index: Expr };

export type Statement =
  | { readonly kind: 'run'; readonly expr: Expr }
  | { readonly kind: 'store'; readonly index: Expr; readonly value: Expr }
  | { readonly kind: 'if'; readonly condition: Expr; readonly then: Body; readonly otherwise: Body }
  | { readonly kind: 'while'; readonly condition: Expr; readonly body: Body }
  | { readonly kind: 'do'; readonly condition: Expr; readonly body: Body }
  | {
      readonly kind: 'for';
      readonly init: Expr;
      readonly condition: Expr;
      readonly update: Expr;
      readonly body: Body;
    }
  | { readonly kind: 'switch'; readonly value: Expr; readonly cases: readonly Case[] }
  | { readonly kind: 'break' | 'continue' | 'return' }
  | { readonly kind: 'goto'; readonly section: number }
  /** A call that is given every variable, so that a listener hears what is known of each. */
  | { readonly kind: 'probe'; readonly id: number };

export type Body = readonly Statement[];

export interface Case {
  /** Absent for `default`. */
  readonly value: number | undefined;
  readonly body: Body;
}

export interface Program {
  readonly variables: readonly {
    readonly name: string;
    readonly type: IntType;
    /** Absent for parameters. */
    readonly init: Expr | undefined;
  }[];
  readonly array: { readonly type: IntType; readonly length: number };
  /** Labelled `s0`, `s1` and so on, as targets of `goto`. */
  readonly sections: readonly Body[];
}

/** The name of the array in every program. */
export const ARRAY = 'array';

/** A copy with a probe at the start of each body and behind each statement. */
export function withProbes(program: Program): Program {
  let next = 0;
  const probe = (): Statement => {
    next += 1;
    return { kind: 'probe', id: next };
  };
  const body = (statements: Body): Body => [
    probe(),
    ...statements.flatMap((statement) => [inside(statement), probe()]),
  ];
  const inside = (statement: Statement): Statement => {
    switch (statement.kind) {
      case 'if':
        return {
          ...statement,
          then: body(statement.then),
          otherwise: statement.otherwise.length === 0 ? [] : body(statement.otherwise),
        };
      case 'while':
      case 'do':
      case 'for':
        return { ...statement, body: body(statement.body) };
      case 'switch':
        return {
          ...statement,
          cases: statement.cases.map((each) => ({ ...each, body: body(each.body) })),
        };
      default:
        return statement;
    }
  };
  return { ...program, sections: program.sections.map(body) };
}

/** A program as text, with a number for each access to the array, by the expression of its index. */
export interface PrintedProgram {
  readonly text: string;
  readonly accesses: ReadonlyMap<Expr, number>;
}

/** The text of a program as one function `f`; a comment in each access to the array has its number. */
export function printProgram(program: Program): PrintedProgram {
  const printer = new Printer(program);
  return { text: printer.print(), accesses: printer.accesses };
}

/** The text of an expression alone. */
export function printExpr(expr: Expr): string {
  const nothing: Program = { variables: [], array: { type: INT, length: 1 }, sections: [] };
  return new Printer(nothing).expr(expr);
}

class Printer {
  readonly accesses = new Map<Expr, number>();
  private readonly program: Program;
  private readonly names: string;

  constructor(program: Program) {
    this.program = program;
    this.names = program.variables.map((variable) => variable.name).join(', ');
  }

  print(): string {
    const { variables, array, sections } = this.program;
    const parameters = variables.filter((variable) => variable.init === undefined);
    const head = parameters.map((each) => `${each.type.name} ${each.name}`).join(', ');
    const lines = variables.flatMap((each) =>
      each.init === undefined
        ? []
        : [`  ${each.type.name} ${each.name} = ${this.expr(each.init)};`],
    );
    const body = sections.map((section, index) => `s${index}:;\n${this.body(section, '  ')}`);
    return [
      `void f(${head === '' ? 'void' : head}) {`,
      ...lines,
      `  ${array.type.name} ${ARRAY}[${array.length}] = {0};`,
      `${body.join('\n')}\n}\n`,
    ].join('\n');
  }

  private access(index: Expr): string {
    const id = this.accesses.size + 1;
    this.accesses.set(index, id);
    return `${ARRAY}[/* ${id} */ ${this.expr(index)}]`;
  }

  expr(expr: Expr): string {
    switch (expr.kind) {
      case 'literal':
        return expr.value < 0 ? `(${expr.value})` : String(expr.value);
      case 'variable':
        return expr.name;
      case 'unary':
        return `(${expr.op} ${this.expr(expr.operand)})`;
      case 'binary':
        return `(${this.expr(expr.left)} ${expr.op} ${this.expr(expr.right)})`;
      case 'cast':
        return `((${expr.to.name})${this.expr(expr.operand)})`;
      case 'choice': {
        const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map(
          (each) => this.expr(each),
        );
        return `(${condition} ? ${then} : ${otherwise})`;
      }
      case 'assign':
        return `(${expr.name} ${expr.op} ${this.expr(expr.value)})`;
      case 'step':
        return expr.prefix ? `(${expr.op}${expr.name})` : `(${expr.name}${expr.op})`;
      case 'element':
        return this.access(expr.index);
    }
  }

  private body(body: Body, indent: string): string {
    return body.map((statement) => this.statement(statement, indent)).join('\n');
  }

  private statement(statement: Statement, indent: string): string {
    const block = (body: Body): string => `{\n${this.body(body, `${indent}  `)}\n${indent}}`;
    switch (statement.kind) {
      case 'run':
        return `${indent}${this.expr(statement.expr)};`;
      case 'store':
        return `${indent}${this.access(statement.index)} = ${this.expr(statement.value)};`;
      case 'if': {
        const { then, otherwise } = statement;
        const alternative = otherwise.length === 0 ? '' : ` else ${block(otherwise)}`;
        return `${indent}if (${this.expr(statement.condition)}) ${block(then)}${alternative}`;
      }
      case 'while':
        return `${indent}while (${this.expr(statement.condition)}) ${block(statement.body)}`;
      case 'do':
        return `${indent}do ${block(statement.body)} while (${this.expr(statement.condition)});`;
      case 'for': {
        const { init, condition, update, body } = statement;
        const head = [init, condition, update].map((each) => this.expr(each)).join('; ');
        return `${indent}for (${head}) ${block(body)}`;
      }
      case 'switch': {
        const cases = statement.cases.map(({ value, body }) => {
          const label = value === undefined ? 'default' : `case ${value}`;
          return `${indent}${label}:;\n${this.body(body, `${indent}  `)}`;
        });
        return `${indent}switch (${this.expr(statement.value)}) {\n${cases.join('\n')}\n${indent}}`;
      }
      case 'goto':
        return `${indent}goto s${statement.section};`;
      case 'probe':
        return `${indent}probe(${statement.id}, ${this.names});`;
      default:
        return `${indent}${statement.kind};`;
    }
  }
}
