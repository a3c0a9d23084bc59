import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { forgetCertain } from './opaque-macro.ts';

/** What takes references of constants only, or hands one on that it was given. */
const ONLY_READS =
  /^(?:move|forward|as_const|min|max|clamp|to_string|make_(?:unique|shared|pair|tuple)|emplace(?:_back)?|push(?:_back)?|insert|at|size)$/;

/**
 * Forgets of the numbers and pointers that a function of C++ is given by name that they are constants, since it may take a
 * reference and write them. A function of which no declaration is in sight may take one.
 */
export function forgetReferred(interpreter: Interpreter, call: CallExpr): void {
  if (interpreter.unit.language !== 'cpp' || call.isMacro === true) return;
  if (ONLY_READS.test(call.name)) return;
  const declared =
    call.receiver === undefined
      ? interpreter.unit.symbols.function(call.name)?.parameters
      : undefined;
  call.args.forEach((arg, index) => {
    const to = declared?.[index];
    const mayRefer = to === undefined || (to.kind === 'pointer' && to.reference === true);
    if (mayRefer && isPlainPlace(arg)) forgetCertain(interpreter, arg);
  });
}

function isPlainPlace(arg: Expr): boolean {
  return /^(?:int|float|pointer)$/.test(arg.type.kind) && /^(?:name|member)$/.test(arg.kind);
}
