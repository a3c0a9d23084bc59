import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { RustFunction, RustParameter } from '../items/items.ts';
import type { RustFile } from '../items/rust-file.ts';
import { carriesText, integerType, pointee, type RustType } from '../items/types.ts';
import type { FunctionEvents } from '../state/events.ts';
import { SOURCE_TYPES } from '../state/known-calls.ts';
import { type RustTaint, taintSource } from '../state/taint.ts';
import { type RustValue, UNKNOWN } from '../state/value.ts';
import { rangeAt } from '../state/value-range.ts';
import { type CallInputs, type Evaluator, RustWalk } from '../state/walk.ts';
import { assignment, compoundAssignment } from './assignments.ts';
import { callExpression, learnFromTry } from './calls.ts';
import {
  asyncBlock,
  awaitExpression,
  block,
  closureExpression,
  diverge,
  elseClause,
  expressionStatement,
  forExpression,
  ifExpression,
  letChain,
  letCondition,
  letDeclaration,
  loopExpression,
  matchExpression,
  tryExpression,
  unsafeBlock,
  whileExpression,
} from './control-flow.ts';
import {
  arrayExpression,
  binaryExpression,
  castExpression,
  fieldExpression,
  identifier,
  indexExpression,
  parenthesized,
  rangeExpression,
  referenceExpression,
  scopedIdentifier,
  selfValue,
  structExpression,
  tupleExpression,
} from './expressions.ts';
import {
  booleanLiteral,
  characterLiteral,
  floatLiteral,
  integerLiteral,
  stringLiteral,
} from './literals.ts';
import { macroBody, macroInvocation } from './macros.ts';
import { bind } from './patterns.ts';
import { unaryExpression } from './unary-expressions.ts';

const ignored = (): RustValue => UNKNOWN;

const EVALUATORS: ReadonlyMap<string, Evaluator> = new Map<string, Evaluator>([
  ['block', block],
  ['expression_statement', expressionStatement],
  ['let_declaration', letDeclaration],
  ['if_expression', ifExpression],
  ['else_clause', elseClause],
  ['let_condition', letCondition],
  ['let_chain', letChain],
  ['match_expression', matchExpression],
  ['while_expression', whileExpression],
  ['loop_expression', loopExpression],
  ['for_expression', forExpression],
  ['return_expression', diverge],
  ['break_expression', diverge],
  ['continue_expression', diverge],
  ['closure_expression', closureExpression],
  ['async_block', asyncBlock],
  ['unsafe_block', unsafeBlock],
  ['unary_expression', unaryExpression],
  ['await_expression', awaitExpression],
  ['call_expression', callExpression],
  ['macro_invocation', macroInvocation],
  ['identifier', identifier],
  ['metavariable', identifier],
  ['token_tree', macroBody],
  ['scoped_identifier', scopedIdentifier],
  ['self', selfValue],
  ['field_expression', fieldExpression],
  ['reference_expression', referenceExpression],
  ['binary_expression', binaryExpression],
  ['type_cast_expression', castExpression],
  ['index_expression', indexExpression],
  ['range_expression', rangeExpression],
  ['struct_expression', structExpression],
  ['array_expression', arrayExpression],
  ['tuple_expression', tupleExpression],
  ['parenthesized_expression', parenthesized],
  ['assignment_expression', assignment],
  ['compound_assignment_expr', compoundAssignment],
  ['integer_literal', integerLiteral],
  ['float_literal', floatLiteral],
  ['boolean_literal', booleanLiteral],
  ['char_literal', characterLiteral],
  ['string_literal', stringLiteral],
  ['raw_string_literal', stringLiteral],
  [
    'try_expression',
    (walk, node) => tryExpression(walk, node, (value) => learnFromTry(walk, value, node)),
  ],
  // Items inside a function are functions, structs and imports of the file.
  ['function_item', ignored],
  ['impl_item', ignored],
  ['struct_item', ignored],
  ['enum_item', ignored],
  ['trait_item', ignored],
  ['mod_item', ignored],
  ['use_declaration', ignored],
  ['const_item', ignored],
  ['static_item', ignored],
  ['attribute_item', ignored],
  ['macro_definition', ignored],
]);

/** One forward pass over a function: everything that happens in it, with what is known there. */
export function analyseRustFunction(
  file: RustFile,
  fn: RustFunction,
  seeds: CallInputs,
): FunctionEvents {
  const walk = new RustWalk(file, fn, seeds, EVALUATORS);
  for (const [index, parameter] of fn.parameters.entries()) {
    const length = walk.arrayLength(parameter.type, true);
    const value = {
      ...parameterValue(file, fn, parameter, seeds.parameters.get(index)),
      length,
    };
    bind(walk, parameter.pattern, value, {
      isParameter: true,
      mutable: parameter.pattern.parent?.children.some(isMutable) ?? false,
      type: parameter.type,
    });
  }
  const last = walk.evaluate(fn.body);
  // Behind a `return` or a panic nothing is given back.
  if (!walk.diverged || last !== UNKNOWN)
    walk.events.returned.push({ ...last, range: rangeAt(walk.facts, last) });
  return walk.events;
}

function isMutable(node: SyntaxNode): boolean {
  return node.type === 'mutable_specifier';
}

function parameterValue(
  file: RustFile,
  fn: RustFunction,
  parameter: RustParameter,
  passed: RustTaint | undefined,
): RustValue {
  const { type, pattern } = parameter;
  const taint = passed ?? declaredTaint(file, fn, parameter);
  return { ...UNKNOWN, type, taint: pattern.type === 'self' ? undefined : taint };
}

const ROUTE = /^(?:get|post|put|delete|patch|head|route|handler|command|tauri::command)\b/;

/** What a parameter's type and the function's attributes say about who fills it. */
function declaredTaint(
  file: RustFile,
  fn: RustFunction,
  parameter: RustParameter,
): RustTaint | undefined {
  const { type, pattern } = parameter;
  const name = file.tree.textOf(pattern);
  const extractor = extractorIn(type);
  // The type's own file works on whatever values there are.
  if (extractor !== undefined && file.structNamed(extractor) !== undefined) return undefined;
  if (extractor !== undefined) {
    const kind = SOURCE_TYPES.get(extractor) ?? 'request';
    return taintSource(kind, pattern, fn.name, `${name} comes with the ${kind}`);
  }
  const text = carriesText(type);
  if (!text && integerType(pointee(type)) === undefined) return undefined;
  if (fn.attributes.some((attribute) => ROUTE.test(attribute))) {
    return taintSource('request', pattern, fn.name, `${name} comes with the request`);
  }
  if (fn.name === 'main') return undefined;
  return taintSource('parameter', pattern, fn.name, `${name} is a parameter of ${fn.name}`);
}

/** `web::Path<String>` comes with a request; `std::path::Path` does not. */
function extractorIn(type: RustType | undefined): string | undefined {
  const at = pointee(type);
  if (at?.kind !== 'named') return undefined;
  if (SOURCE_TYPES.has(at.name)) return at.name;
  return at.name === 'Path' && at.inner.length > 0 ? at.name : undefined;
}
