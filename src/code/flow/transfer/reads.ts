import type {
  DerefExpr,
  Expr,
  IndexExpr,
  MemberExpr,
  NameExpr,
  StringExpr,
} from '../../c/ir/ast.ts';
import { type CType, isPointerLike } from '../../c/ir/types.ts';
import { unknownObject } from '../domain/memory-object.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { constant, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { readFieldContents } from '../memory/field-contents.ts';
import { load, loadLocation } from '../memory/load.ts';
import type { LValue } from '../memory/lvalue.ts';
import { pointerTo, unresolvedObject } from '../memory/objects.ts';
import { lvalueOf, namedLValue } from '../memory/resolve-lvalue.ts';
import { convertValue } from './conversion.ts';

/** The address of a string literal. */
export function literalValue(interpreter: Interpreter, expr: StringExpr): Value {
  const object = interpreter.ids.root(expr, 'literal');
  if (interpreter.state.object(object) === undefined) {
    const bytes = interpreter.unit.symbols.sizeOf(expr.type);
    const isWide = bytes !== undefined && bytes > expr.value.length + 1;
    // As a text it ends at the first NUL: `"a\\0b"`.
    const [text = ''] = expr.value.split('\0');
    interpreter.state.setObject({
      ...unknownObject(object, undefined),
      kind: 'literal',
      name: 'a string literal',
      size: constant(bytes ?? expr.value.length + 1),
      // What is known of texts is known in bytes.
      ...(isWide ? {} : { terminated: 'yes', maxLength: text.length, text }),
    });
  }
  return pointerTo(interpreter, object, expr);
}

/** The value of a name: a variable, a function, or something that is not declared here. */
export function readName(interpreter: Interpreter, expr: NameExpr): Value {
  if (expr.variable === undefined) {
    if (
      expr.type.kind === 'function' ||
      interpreter.unit.symbols.function(expr.name) !== undefined ||
      /^(?:stdin|stdout|stderr|this)$/.test(expr.name)
    ) {
      return pointerTo(interpreter, interpreter.ids.root(expr.name, 'named'), expr.name);
    }
    // Each call of the library may set it, also those that are known for what else they do.
    if (expr.name === 'errno') return interpreter.fresh(expr, 'errno', factsOfType(expr.type));
    return loadLocation(
      interpreter,
      { object: unresolvedObject(interpreter, expr), path: '' },
      expr.type,
    );
  }
  const { variable } = expr;
  const changing = () => interpreter.fresh(expr, 'volatile', factsOfType(variable.type));
  if (variable.constant && variable.scope !== 'local' && variable.type.kind === 'int') {
    const init = interpreter.constantGlobal(variable);
    if (init !== undefined) return constant(init);
  }
  if (variable.isVolatile === true && variable.type.kind === 'int') return changing();
  const lvalue = namedLValue(interpreter, expr);
  if (variable.type.kind === 'unknown') {
    const value = load(interpreter, lvalue, expr);
    // What is volatile for the sake of longjmp may be a pointer of a type that is declared elsewhere.
    const isPointer = interpreter.state.factsOfValue(value).targets.length > 0;
    return variable.isVolatile === true && !isPointer ? changing() : value;
  }
  if (variable.type.kind === 'record') return load(interpreter, lvalue, expr);
  const value = load(interpreter, lvalue, expr);
  if (variable.scope === 'global' || variable.scope === 'static')
    readFieldContents(interpreter, expr, variable.type, value);
  emitUninitialised(interpreter, expr, variable.name, value, variable.type);
  return value;
}

/** The value behind a pointer, an index or a member. */
export function readLValue(
  interpreter: Interpreter,
  expr: MemberExpr | DerefExpr | IndexExpr,
): Value {
  return loadWithin(interpreter, expr, lvalueOf(interpreter, expr, false));
}

/** An operand that is read and then written: where it lives, and what it holds. */
export interface UpdatedOperand {
  readonly lvalue: LValue;
  readonly value: Value;
}

/**
 * The operand of `x += y` or `x++`. What leads to it is evaluated once, as C has it: `a[n++] += 1`
 * moves `n` by one. Its access is one, a write.
 */
export function readToUpdate(interpreter: Interpreter, expr: Expr): UpdatedOperand {
  switch (expr.kind) {
    case 'name':
      return { lvalue: namedLValue(interpreter, expr), value: readName(interpreter, expr) };
    case 'member':
    case 'deref':
    case 'index': {
      const lvalue = lvalueOf(interpreter, expr, true);
      return { lvalue, value: loadWithin(interpreter, expr, lvalue) };
    }
    case 'cast': {
      const { lvalue, value } = readToUpdate(interpreter, expr.operand);
      return {
        lvalue: { ...lvalue, type: expr.type },
        value: convertValue(interpreter, expr, expr.operand.type, expr.type, value),
      };
    }
    default: {
      const value = interpreter.evaluate(expr);
      return { lvalue: { locations: [], type: expr.type, strong: false }, value };
    }
  }
}

/** What is held by memory that was found already. */
function loadWithin(
  interpreter: Interpreter,
  expr: MemberExpr | DerefExpr | IndexExpr,
  lvalue: LValue,
): Value {
  const value = load(interpreter, lvalue, expr);
  readFieldContents(interpreter, expr, lvalue.type, value);
  if (interpreter.factsOf(value).uninitialised !== 'no')
    emitUninitialised(interpreter, expr, interpreter.text(expr), value, lvalue.type);
  return value;
}

/** Emits the read of a value that was never written. */
function emitUninitialised(
  interpreter: Interpreter,
  expr: Expr,
  name: string,
  value: Value,
  type: CType,
): void {
  if (value.root === 0) return;
  const facts = interpreter.state.facts(value.root);
  if (facts.uninitialised === 'no') return;
  interpreter.listener?.uninitialised?.(
    { expr, name, certainty: facts.uninitialised, isPointer: isPointerLike(type) },
    interpreter,
  );
  // Heard once is enough on this path.
  if (interpreter.isWithoutEffect) return;
  interpreter.state.setFacts(value.root, { ...facts, uninitialised: 'no' });
}
