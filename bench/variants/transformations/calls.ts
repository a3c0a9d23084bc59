import { childOf, descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { replace } from '../edit.ts';
import type { FunctionPart, Program } from '../program.ts';
import { argumentsOf, callName, declared, valueType } from '../tree.ts';
import { before, type Rewriting, type Transformation } from '../variant.ts';

/** What means something else in another function. */
const BOUND_TO_FRAME = /alloca|setjmp|va_|__builtin|vfork|return_address/;

/** A call of the library stands in a function that passes its own parameters on. */
export const wrap: Transformation = (part, program) =>
  descendants(part.body).flatMap((node) => {
    const rewriting = node.type === 'call_expression' ? wrapped(node, part, program) : undefined;
    return rewriting === undefined ? [] : [rewriting];
  });

function wrapped(call: SyntaxNode, part: FunctionPart, program: Program): Rewriting | undefined {
  const name = callName(call, program);
  const target = childOf(call, 'function');
  const isOwn = program.functions.some((other) => other.name === name);
  if (target === undefined || name === '' || isOwn || BOUND_TO_FRAME.test(name)) return undefined;
  const shape = /^([^()]*\S)\s*\(([^()]*)\)$/.exec(program.types.of(target) ?? '');
  const result = shape?.[1];
  const given = argumentsOf(call);
  if (result === undefined) return undefined;
  const types = (shape?.[2] ?? '').split(/,\s*/).filter((type) => type !== '' && type !== 'void');
  const parameters: string[] = [];
  const passed: string[] = [];
  const kept: string[] = [];
  for (const [at, argument] of given.entries()) {
    const text = program.tree.textOf(argument);
    const isFurther = types[at] === undefined || types[at] === '...';
    // A format stays a literal where the compiler checks it.
    if (/string/.test(argument.type) && types.includes('...')) {
      passed.push(text);
      continue;
    }
    const type = isFurther ? valueType(program.types.of(argument) ?? 'void') : types[at];
    if (type === undefined) return undefined;
    parameters.push(declared(type, `made_${at}`));
    passed.push(`made_${at}`);
    kept.push(text);
  }
  const own = `${name}(${passed.join(', ')});`;
  const body = result === 'void' ? own : `return ${own}`;
  const helper = `static ${declared(result, `made_${name}`)}(${parameters.join(', ') || 'void'}) { ${body} }`;
  const edits = [before(part, helper), replace(call, `made_${name}(${kept.join(', ')})`)];
  return { at: call.start, edits };
}
