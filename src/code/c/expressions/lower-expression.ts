import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { lowerInitList } from './initialisers.ts';
import { lowerAssembler } from './lower-assembler.ts';
import { lowerCall } from './lower-call.ts';
import { lowerCast, lowerCompoundLiteral } from './lower-cast.ts';
import { lowerConcatenated, lowerLiteral, lowerNumber, lowerString } from './lower-literal.ts';
import { lowerMember, lowerSubscript } from './lower-member.ts';
import { lowerName } from './lower-name.ts';
import { lowerDelete, lowerNew, lowerThrow } from './lower-new-delete.ts';
import {
  lowerAssignment,
  lowerBinary,
  lowerConditional,
  lowerPointer,
  lowerUnary,
  lowerUpdate,
} from './lower-operator.ts';
import { lowerOffsetof, lowerSizeof } from './lower-sizeof.ts';
import type { LoweringContext } from './lowering-context.ts';
import { lowerInner, opaque } from './opaque.ts';

type Lowering = (node: SyntaxNode, context: LoweringContext) => Expr;

const LOWERINGS: ReadonlyMap<string, Lowering> = new Map<string, Lowering>([
  ['parenthesized_expression', lowerInner],
  ['condition_clause', lowerInner],
  ['number_literal', lowerNumber],
  ['char_literal', lowerLiteral],
  ['true', lowerLiteral],
  ['false', lowerLiteral],
  ['null', lowerLiteral],
  ['nullptr', lowerLiteral],
  ['string_literal', lowerString],
  ['raw_string_literal', lowerString],
  ['system_lib_string', lowerString],
  ['concatenated_string', lowerConcatenated],
  ['identifier', lowerName],
  ['type_identifier', lowerName],
  ['field_identifier', lowerName],
  ['qualified_identifier', lowerName],
  ['template_function', lowerName],
  ['this', lowerName],
  ['call_expression', lowerCall],
  ['unary_expression', lowerUnary],
  ['pointer_expression', lowerPointer],
  ['update_expression', lowerUpdate],
  ['binary_expression', lowerBinary],
  ['comma_expression', lowerBinary],
  ['assignment_expression', lowerAssignment],
  ['conditional_expression', lowerConditional],
  ['cast_expression', lowerCast],
  ['compound_literal_expression', lowerCompoundLiteral],
  ['sizeof_expression', lowerSizeof],
  ['alignof_expression', lowerSizeof],
  ['offsetof_expression', lowerOffsetof],
  ['subscript_expression', lowerSubscript],
  ['field_expression', lowerMember],
  ['initializer_list', lowerInitList],
  ['argument_list', lowerInitList],
  ['new_expression', lowerNew],
  ['delete_expression', lowerDelete],
  ['throw_expression', lowerThrow],
  ['throw_statement', lowerThrow],
  ['gnu_asm_expression', lowerAssembler],
  ['lambda_expression', nested],
  ['compound_statement', nested],
]);

function nested(node: SyntaxNode, context: LoweringContext): Expr {
  return context.lowerNested(node);
}

/**
 * Lowers expression syntax to a typed tree, with names resolved and macros expanded.
 * What is not understood becomes opaque, with its parts.
 */
export function lowerExpression(node: SyntaxNode, context: LoweringContext): Expr {
  const lowering = LOWERINGS.get(node.type);
  return lowering === undefined ? opaque(node, context) : lowering(node, context);
}
