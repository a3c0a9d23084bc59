import fc from 'fast-check';
import type { BinaryOperator, Body, Case, Expr, Program, Statement } from './c-program.ts';
import { INT, TYPES } from './c-program.ts';

const NAMES = ['a', 'b', 'c', 'x', 'y', 'i'] as const;
const PARAMETERS = 3;
const SECTIONS = 3;

const constants = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(31, 32, 63, 64, 100, 127, 128, 255, 256, -128, -129, 1000, 65535),
  },
  { weight: 1, arbitrary: fc.constantFrom(2147483647, -2147483647, 32767, 65536) },
);
const literal: fc.Arbitrary<Expr> = constants.map((value) => ({ kind: 'literal', value }));
const name = fc.constantFrom(...NAMES);
const variable: fc.Arbitrary<Expr> = name.map((given) => ({ kind: 'variable', name: given }));
const type = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TYPES.slice(0, 2)) },
  { weight: 4, arbitrary: fc.constantFrom(...TYPES) },
);
const arithmetic = fc.constantFrom<BinaryOperator>(
  ...(['+', '+', '-', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'] as const),
);
const comparison = fc.constantFrom<BinaryOperator>('<', '<=', '>', '>=', '==', '!=');
const compound = fc.constantFrom('=', '=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '>>=', '<<=');
const stepOf = (names: fc.Arbitrary<string>): fc.Arbitrary<Expr> =>
  fc.record({
    kind: fc.constant('step' as const),
    name: names,
    op: fc.constantFrom('++' as const, '--' as const),
    prefix: fc.boolean(),
  });

const jump: fc.Arbitrary<Body> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('break', 'continue', 'return').map((kind) => [{ kind }]),
  },
  {
    weight: 2,
    arbitrary: fc.nat(SECTIONS - 1).map((section) => [{ kind: 'goto' as const, section }]),
  },
);

interface Parts {
  expr: Expr;
  condition: Expr;
  statement: Statement;
  body: Body;
}

const parts = fc.letrec<Parts>((tie: fc.LetrecTypedTie<Parts>) => ({
  expr: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    variable,
    variable,
    fc.record({
      kind: fc.constant('binary' as const),
      op: arithmetic,
      left: tie('expr'),
      right: tie('expr'),
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      op: arithmetic,
      left: variable,
      right: literal,
    }),
    fc.record({
      kind: fc.constant('unary' as const),
      op: fc.constantFrom('-' as const, '!' as const, '~' as const),
      operand: tie('expr'),
    }),
    fc.record({ kind: fc.constant('cast' as const), to: type, operand: tie('expr') }),
    fc.record({
      kind: fc.constant('choice' as const),
      condition: tie('condition'),
      then: tie('expr'),
      otherwise: tie('expr'),
    }),
    fc.record({ kind: fc.constant('element' as const), index: indexOf(tie('expr')) }),
    tie('condition'),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('binary' as const),
      op: comparison,
      left: variable,
      right: fc.oneof(literal, variable),
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      op: comparison,
      left: tie('expr'),
      right: fc.oneof(literal, variable),
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      op: fc.constantFrom('&&' as const, '||' as const),
      left: tie('condition'),
      right: tie('condition'),
    }),
    fc.record({
      kind: fc.constant('unary' as const),
      op: fc.constant('!' as const),
      operand: tie('condition'),
    }),
    variable,
  ),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('run' as const), expr: effectOf(tie('expr')) }),
    fc.record({ kind: fc.constant('run' as const), expr: effectOf(tie('expr')) }),
    fc.record({
      kind: fc.constant('store' as const),
      index: indexOf(tie('expr')),
      value: tie('expr'),
    }),
    fc.record({
      kind: fc.constant('if' as const),
      condition: testOf(tie('condition'), tie('expr')),
      then: tie('body'),
      otherwise: tie('body'),
    }),
    fc.record({
      kind: fc.constantFrom('while' as const, 'do' as const),
      condition: testOf(tie('condition'), tie('expr')),
      body: tie('body'),
    }),
    fc.record({
      kind: fc.constant('for' as const),
      init: effectOf(tie('expr')),
      condition: tie('condition'),
      update: effectOf(tie('expr')),
      body: tie('body'),
    }),
    fc
      .tuple(
        name,
        fc.constantFrom('<' as const, '<=' as const, '!=' as const),
        fc.oneof(literal, variable),
        tie('body'),
      )
      .map(
        ([given, op, right, body]): Statement => ({
          kind: 'for',
          init: { kind: 'assign', name: given, op: '=', value: { kind: 'literal', value: 0 } },
          condition: { kind: 'binary', op, left: { kind: 'variable', name: given }, right },
          update: { kind: 'step', name: given, op: '++', prefix: false },
          body,
        }),
      ),
    fc.record({
      kind: fc.constant('switch' as const),
      value: tie('expr'),
      cases: casesOf(tie('body')),
    }),
    fc.record({
      kind: fc.constant('if' as const),
      condition: tie('condition'),
      then: jump,
      otherwise: fc.constant([]),
    }),
  ),
  body: fc.array(tie('statement'), { maxLength: 3, depthIdentifier: 'body' }),
}));

/** An index that is often within the bounds. */
function indexOf(any: fc.Arbitrary<Expr>): fc.Arbitrary<Expr> {
  const masked = fc.record({
    kind: fc.constant('binary' as const),
    op: fc.constantFrom('&' as const, '%' as const),
    left: variable,
    right: fc.integer({ min: 1, max: 8 }).map((value) => ({ kind: 'literal' as const, value })),
  });
  const first = fc.nat(3).map((value) => ({ kind: 'literal' as const, value }));
  return fc.oneof(any, masked, first);
}

/** An expression with an effect at its outside only. */
function effectOf(inner: fc.Arbitrary<Expr>): fc.Arbitrary<Expr> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('assign' as const),
        name,
        op: compound,
        value: inner,
      }),
    },
    { weight: 2, arbitrary: stepOf(name) },
  );
}

/** A condition that may assign while it compares, as `(x = e) < 3 && y`. */
function testOf(plain: fc.Arbitrary<Expr>, inner: fc.Arbitrary<Expr>): fc.Arbitrary<Expr> {
  const assigning = fc.record({
    kind: fc.constant('binary' as const),
    op: comparison,
    left: effectOf(inner),
    right: literal,
  });
  const joined = fc.record({
    kind: fc.constant('binary' as const),
    op: fc.constantFrom('&&' as const, '||' as const),
    left: fc.oneof(plain, assigning),
    right: fc.oneof(plain, assigning),
  });
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 1, arbitrary: assigning },
    { weight: 2, arbitrary: joined },
  );
}

function casesOf(body: fc.Arbitrary<Body>): fc.Arbitrary<Case[]> {
  const end: fc.Arbitrary<Body> = fc.constantFrom<Body>(
    [{ kind: 'break' }],
    [{ kind: 'break' }],
    [],
  );
  return fc.uniqueArray(
    fc
      .tuple(fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }), body, end)
      .map(([value, inside, last]): Case => ({ value, body: [...inside, ...last] })),
    { selector: (each) => each.value, maxLength: 4 },
  );
}

/** Drops `break` and `continue` where there is nothing to leave. */
function legal(statements: Body, inLoop: boolean, inSwitch: boolean): Body {
  return statements.flatMap((statement): Statement[] => {
    switch (statement.kind) {
      case 'break':
        return inLoop || inSwitch ? [statement] : [];
      case 'continue':
        return inLoop ? [statement] : [];
      case 'if': {
        const then = legal(statement.then, inLoop, inSwitch);
        return [{ ...statement, then, otherwise: legal(statement.otherwise, inLoop, inSwitch) }];
      }
      case 'while':
      case 'do':
      case 'for':
        return [{ ...statement, body: legal(statement.body, true, false) }];
      case 'switch': {
        const cases = statement.cases.map((each) => ({
          ...each,
          body: legal(each.body, inLoop, true),
        }));
        return [{ ...statement, cases }];
      }
      default:
        return [statement];
    }
  });
}

const body = parts.body.map((statements) => legal(statements, false, false));

/** Programs with three parameters, three variables and one array. */
export const programs: fc.Arbitrary<Program> = fc
  .record({
    types: fc.tuple(type, type, type, type, type, type),
    inits: fc.tuple(
      literal,
      fc.oneof(
        literal,
        variable.filter((v) => v.kind === 'variable' && v.name < 'd'),
      ),
      literal,
    ),
    arrayType: type,
    length: fc.integer({ min: 1, max: 16 }),
    sections: fc.tuple(body, body, body),
  })
  .map(({ types, inits, arrayType, length, sections }) => ({
    variables: NAMES.map((given, index) => ({
      name: given,
      type: types[index] ?? INT,
      init: index < PARAMETERS ? undefined : inits[index - PARAMETERS],
    })),
    array: { type: arrayType, length },
    sections,
  }));

const BORDERS = [
  0n,
  1n,
  2n,
  3n,
  5n,
  7n,
  8n,
  9n,
  12n,
  100n,
  127n,
  128n,
  255n,
  256n,
  32767n,
  65535n,
  2147483647n,
  4294967295n,
  2147483648n,
];

/** Arguments for the parameters; each is cut to its type when it is passed. */
export const inputs: fc.Arbitrary<bigint[]> = fc.array(
  fc.oneof(
    fc.constantFrom(...BORDERS, ...BORDERS.map((value) => -value)),
    fc.bigInt({ min: -20n, max: 20n }),
  ),
  { minLength: PARAMETERS, maxLength: PARAMETERS },
);

/** Expressions without variables or effects. */
export const constantExpressions: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr }>(
  (tie: fc.LetrecTypedTie<{ expr: Expr }>) => ({
    expr: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      fc.record({
        kind: fc.constant('binary' as const),
        op: fc.oneof(arithmetic, comparison, fc.constantFrom('&&' as const, '||' as const)),
        left: tie('expr'),
        right: tie('expr'),
      }),
      fc.record({
        kind: fc.constant('unary' as const),
        op: fc.constantFrom('-' as const, '!' as const, '~' as const),
        operand: tie('expr'),
      }),
      fc.record({ kind: fc.constant('cast' as const), to: type, operand: tie('expr') }),
      fc.record({
        kind: fc.constant('choice' as const),
        condition: tie('expr'),
        then: tie('expr'),
        otherwise: tie('expr'),
      }),
    ),
  }),
).expr;
