import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { NULL_NAMES, standardConstant } from '../ir/standard-names.ts';
import { type CType, INT, UNKNOWN, VOID_POINTER } from '../ir/types.ts';
import { ownFieldType } from './field-types.ts';
import { numberAt } from './lower-literal.ts';
import type { LoweringContext } from './lowering-context.ts';
import { expandExpression } from './macro-expansion.ts';

/** A name: a macro's argument, a variable, a macro, a constant, or what is known of it from elsewhere. */
export function lowerName(node: SyntaxNode, context: LoweringContext): Expr {
  const text = context.textOf(node);
  // Only names of several words can have spaces in them.
  const name = node.type === 'identifier' ? text : text.replace(/\s+/g, '');
  const argument = context.source.args.get(name);
  if (argument !== undefined)
    return context.withSource(argument.source, () => context.lower(argument.node));
  const variable = context.lookup(name);
  const { start, end } = context.span(node);
  if (variable !== undefined)
    return { kind: 'name', name, variable, type: variable.type, start, end };
  if (NULL_NAMES.has(name)) return numberAt(node, context, 0, VOID_POINTER);
  return (
    constantNamed(name, node, context) ?? {
      kind: 'name',
      name,
      variable: undefined,
      type: typeOfName(name, context),
      start,
      end,
    }
  );
}

function constantNamed(name: string, node: SyntaxNode, context: LoweringContext): Expr | undefined {
  const macro = context.macro(name, node);
  if (macro !== undefined && macro.parameters === undefined && macro.body !== '') {
    const expanded = expandExpression(macro, node, [], context);
    if (expanded !== undefined) return expanded;
  }
  const enumerator = context.symbols.enumerator(name);
  if (enumerator !== undefined) return numberAt(node, context, enumerator, INT);
  const constant = standardConstant(
    name.startsWith('std::') ? name.slice(5) : name,
    context.symbols.dataModel,
  );
  return constant && numberAt(node, context, constant.value, constant.type);
}

function typeOfName(name: string, context: LoweringContext): CType {
  const symbol = context.symbols.function(name);
  if (symbol !== undefined)
    return { kind: 'function', returns: symbol.returns, parameters: symbol.parameters };
  if (name === 'stdin' || name === 'stdout' || name === 'stderr')
    return { kind: 'pointer', to: { kind: 'record', name: 'FILE' } };
  if (name === 'errno') return INT;
  if (name === 'this') return { kind: 'pointer', to: UNKNOWN };
  return ownFieldType(context.symbols, context.owner, name) ?? UNKNOWN;
}
