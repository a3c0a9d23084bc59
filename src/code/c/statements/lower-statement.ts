import { childOf, childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { importedName } from '../declarations/imported-name.ts';
import { resolveDeclarator, specifiedType, typeOfSpecifier } from '../expressions/declarators.ts';
import { describedType } from '../expressions/lower-cast.ts';
import { expandStatement } from '../expressions/macro-expansion.ts';
import { opaque } from '../expressions/opaque.ts';
import type { FunctionLowering } from './function-lowering.ts';
import { lowerCondition } from './lower-condition.ts';
import { evaluateSizes, lowerDeclaration } from './lower-declaration.ts';
import { lowerDo, lowerFor, lowerRangeLoop, lowerWhile } from './lower-loop.ts';
import { lowerConditionalGroup, lowerDirective } from './lower-preprocessor.ts';
import { lowerCase, lowerSwitch } from './lower-switch.ts';
import { lowerTry } from './lower-try.ts';

type Lowering = (node: SyntaxNode, fn: FunctionLowering) => void;

const LOWERINGS: ReadonlyMap<string, Lowering> = new Map<string, Lowering>([
  ['compound_statement', compound],
  ['expression_statement', expressionStatement],
  ['declaration', lowerDeclaration],
  ['if_statement', ifStatement],
  ['while_statement', lowerWhile],
  ['do_statement', lowerDo],
  ['for_statement', lowerFor],
  ['for_range_loop', lowerRangeLoop],
  ['switch_statement', lowerSwitch],
  ['case_statement', lowerCase],
  ['return_statement', returnStatement],
  ['co_return_statement', returnStatement],
  ['break_statement', (_, fn) => fn.jump(fn.targets.at(-1)?.breakTo)],
  ['continue_statement', continueStatement],
  ['goto_statement', (node, fn) => fn.jump(fn.labelOf(childOf(node, 'label')))],
  ['labeled_statement', labeled],
  ['try_statement', lowerTry],
  ['co_yield_statement', evaluationOfParts],
  ['function_definition', (node, fn) => void fn.context.lowerNested(node)],
  ['throw_statement', evaluation],
  ['preproc_if', lowerConditionalGroup],
  ['preproc_ifdef', lowerConditionalGroup],
  ['preproc_call', lowerDirective],
  ['preproc_elif', lowerConditionalGroup],
  ['preproc_elifdef', lowerConditionalGroup],
  ['else_clause', group],
  ['preproc_else', group],
  ['attributed_statement', group],
  ['init_statement', group],
  ['linkage_specification', group],
  ['ERROR', group],
  ['struct_specifier', localType],
  ['union_specifier', localType],
  ['enum_specifier', localType],
  ['class_specifier', localType],
  ['type_definition', localTypedef],
  ['static_assert_declaration', (node, fn) => fn.context.touch(node)],
  ['namespace_alias_definition', (node, fn) => fn.context.touch(node)],
  ['using_declaration', localUsing],
  ['alias_declaration', localAlias],
]);

/** Lowers a statement into the graph of its function; what is no statement is left out. */
export function lowerStatement(node: SyntaxNode, fn: FunctionLowering): void {
  const lowering = LOWERINGS.get(node.type);
  if (lowering !== undefined) lowering(node, fn);
  else if (node.type === 'identifier' || node.type.endsWith('_expression')) evaluation(node, fn);
}

function evaluation(node: SyntaxNode, fn: FunctionLowering): void {
  fn.evaluate(fn.context.lower(node));
}

function evaluationOfParts(node: SyntaxNode, fn: FunctionLowering): void {
  fn.evaluate(opaque(node, fn.context));
}

function group(node: SyntaxNode, fn: FunctionLowering): void {
  fn.each(node.children);
}

/** A type that is declared among statements, by itself. */
function localType(node: SyntaxNode, fn: FunctionLowering): void {
  typeOfSpecifier(node, fn.context);
  if (node.type === 'enum_specifier') return;
  fn.context.lowerNested(node);
  evaluateSizes(node, fn);
}

function localTypedef(node: SyntaxNode, fn: FunctionLowering): void {
  const { context } = fn;
  evaluateSizes(node, fn);
  const base = specifiedType(node, context);
  for (const declarator of childrenOf(node, 'declarator')) {
    const { name, type } = resolveDeclarator(declarator, base, context);
    if (name !== '' && context.symbols.typedef(name) === undefined)
      context.symbols.typedefs.set(name, type);
  }
}

/** `using std::swap;`, or `using namespace std;`, which names nothing by itself. */
function localUsing(node: SyntaxNode, { context }: FunctionLowering): void {
  context.touch(node);
  const name = importedName(context.textOf(node));
  if (name !== undefined) context.symbols.imported.add(name);
}

/** `using T = int;` */
function localAlias(node: SyntaxNode, fn: FunctionLowering): void {
  const { context } = fn;
  context.touch(node);
  const [name, type] = [childOf(node, 'name'), childOf(node, 'type')];
  if (name === undefined || type === undefined) return;
  const alias = context.textOf(name);
  if (context.symbols.typedef(alias) === undefined)
    context.symbols.typedefs.set(alias, describedType(type, context));
}

function compound(node: SyntaxNode, fn: FunctionLowering): void {
  fn.context.pushScope();
  fn.each(node.children);
  const variables = fn.context.popScope().filter((variable) => variable.scope === 'local');
  if (variables.length > 0 && fn.graph.isOpen) fn.graph.add({ kind: 'leave', variables });
}

function expressionStatement(node: SyntaxNode, fn: FunctionLowering): void {
  const inner = node.children.find((child) => child.named);
  if (inner === undefined) return;
  const macro = inner.type === 'call_expression' ? expandStatement(inner, fn.context) : undefined;
  if (inner.type === 'gnu_asm_expression') assembler(inner, fn);
  else if (macro === undefined) evaluation(inner, fn);
  // What it declares is there up to the end of the block that it is used in.
  else fn.context.withSource(macro.source, () => fn.each(macro.node.children));
}

/** Assembler, which may go to the labels that it is given: `asm goto("…" : : : : out)`. */
function assembler(node: SyntaxNode, fn: FunctionLowering): void {
  evaluation(node, fn);
  for (const list of node.children) {
    if (list.type !== 'gnu_asm_goto_list') continue;
    for (const label of list.children) {
      const to = label.named ? fn.labelOf(label) : undefined;
      const next = fn.graph.label();
      if (to !== undefined) fn.graph.branch(opaque(node, fn.context, []), to, next);
      fn.graph.place(next);
    }
  }
}

function ifStatement(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph } = fn;
  fn.context.pushScope();
  const condition = lowerCondition(childOf(node, 'condition'), fn);
  const then = graph.label();
  const otherwise = graph.label();
  const after = graph.label();
  fn.branchOn(condition, then, otherwise);
  graph.place(then);
  fn.child(node, 'consequence');
  fn.jump(after);
  graph.place(otherwise);
  fn.child(node, 'alternative');
  graph.place(after);
  fn.context.popScope();
}

function continueStatement(_: SyntaxNode, fn: FunctionLowering): void {
  fn.jump(fn.targets.findLast((target) => target.continueTo !== undefined)?.continueTo);
}

function returnStatement(node: SyntaxNode, fn: FunctionLowering): void {
  const inner = node.children.find((child) => child.named);
  const value = inner === undefined ? undefined : fn.context.lower(inner);
  const { start, end } = fn.context.span(node);
  fn.graph.finish({ kind: 'return', value, start, end });
}

function labeled(node: SyntaxNode, fn: FunctionLowering): void {
  const label = childOf(node, 'label');
  const to = fn.labelOf(label);
  if (to !== undefined) fn.graph.place(to);
  fn.each(node.children.filter((child) => child !== label));
}
