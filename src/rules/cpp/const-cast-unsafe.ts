import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from '../c/c-rule.ts';

export const constCastUnsafe: CRule = {
  id: 'const_cast_unsafe',
  title: 'A cast takes const away',
  category: 'cpp',
  cwe: [704],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'Callers rely on `const`: they hand over literals, shared data and objects in memory that cannot be written. Writing through a `const_cast` is undefined when the object itself is constant. A cast only to call an interface that forgot `const` is less dangerous, but worth a look.',
  suggestion: 'Take the parameter without const, or work on a copy.',
  languages: ['cpp'],
  examples: {
    bad: [
      `void shout(const char *text) {
  char *writable = const_cast<char *>(text); // defect
  writable[0] = '!';
}
void zero(const int *slot) {
  *const_cast<int *>(slot) = 0; // defect
}`,
    ],
    good: [
      `class Table {
  int cells[8];
public:
  const int &at(int index) const { return cells[index & 7]; }
  void set(int index, int value) { cells[index & 7] = value; }
};
int twice(const int *slot) { return 2 * *slot; }`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      const written = writtenThrough(fn);
      const holders = castHolders(fn);
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind !== 'cast' || expr.style !== 'const_cast') continue;
        const holder = holders.get(expr);
        const writes =
          written.casts.has(expr) || (holder !== undefined && written.variables.has(holder));
        report(
          expr,
          writes
            ? 'what was const is written through this cast'
            : 'this cast takes const away from what others rely on',
          { confidence: writes ? 0.8 : 0.42 },
        );
      }
    }
  },
};

/** Variables and casts through which a function writes. */
function writtenThrough(fn: LoweredFunction): { variables: Set<Variable>; casts: Set<Expr> } {
  const variables = new Set<Variable>();
  const casts = new Set<Expr>();
  for (const expr of expressionsOf(fn.blocks)) {
    const target =
      expr.kind === 'assign' ? expr.target : expr.kind === 'incdec' ? expr.operand : undefined;
    const through = target === undefined ? undefined : pointerOf(target);
    if (through?.kind === 'name' && through.variable !== undefined) variables.add(through.variable);
    else if (through?.kind === 'cast') casts.add(through);
  }
  return { variables, casts };
}

/** The pointer or reference through which an lvalue is reached. */
function pointerOf(target: Expr): Expr | undefined {
  if (target.kind === 'deref') return target.operand;
  if (target.kind === 'index')
    return target.base.kind === 'index' ? pointerOf(target.base) : target.base;
  if (target.kind === 'member') return target.arrow ? target.base : pointerOf(target.base);
  const isReference = target.type.kind === 'pointer' && target.type.reference === true;
  return isReference || target.kind === 'cast' ? target : undefined;
}

/** The variable that takes the result of each cast. */
function castHolders(fn: LoweredFunction): Map<Expr, Variable> {
  const holders = new Map<Expr, Variable>();
  const note = (value: Expr, variable: Variable): void => {
    let at = value;
    while (at.kind === 'cast' && at.style !== 'const_cast') at = at.operand;
    if (at.kind === 'cast') holders.set(at, variable);
    else if (withoutCasts(at) !== at) holders.set(withoutCasts(at), variable);
  };
  for (const block of fn.blocks) {
    for (const step of block.steps) {
      if (step.kind === 'declare' && step.init !== undefined) note(step.init, step.variable);
      else if (step.kind === 'eval' && step.expr.kind === 'assign') {
        const { target, value } = step.expr;
        if (target.kind === 'name' && target.variable !== undefined) note(value, target.variable);
      }
    }
  }
  return holders;
}
