import { LIMITS } from '../../limits.ts';
import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import type { Macro } from '../ir/macro.ts';
import type { LoweringContext, MacroArgument, SourceText } from './lowering-context.ts';
import { bodyFor } from './macro-body.ts';

/** A macro's body as syntax, to be lowered with its own text underneath. */
export interface Expansion {
  readonly node: SyntaxNode;
  readonly source: SourceText;
}

/** The value of a macro used as an expression, or undefined where it cannot be expanded. */
export function expandExpression(
  macro: Macro,
  use: SyntaxNode,
  args: readonly SyntaxNode[],
  context: LoweringContext,
): Expr | undefined {
  const expansion = expand(macro, use, args, asExpression, parenthesised, context);
  return expansion && context.withSource(expansion.source, () => context.lower(expansion.node));
}

/** The body of a macro as an expression in parentheses, undefined where it is none. */
export function macroExpression(macro: Macro, context: LoweringContext): SyntaxNode | undefined {
  return macro.body.length > LIMITS.macroBody
    ? undefined
    : context.fragment(asExpression(macro.body), parenthesised);
}

function asExpression(body: string): string {
  return `int m=(${body});`;
}

function asStatements(body: string): string {
  return `void m(){${body};}`;
}

/** The block that a macro used as a statement, such as `CHECK(x);`, stands for; undefined for a plain call. */
export function expandStatement(call: SyntaxNode, context: LoweringContext): Expansion | undefined {
  const callee = childOf(call, 'function');
  if (callee?.type !== 'identifier') return undefined;
  const macro = context.macro(context.textOf(callee), callee);
  if (macro?.parameters === undefined || !isStatement(macro, callee, context)) return undefined;
  const args = (childOf(call, 'arguments')?.children ?? []).filter((child) => child.named);
  return expand(macro, call, args, asStatements, functionBody, context);
}

const STATEMENT = /[;{]|^\s*(?:if|do|while|for|return|goto)\b/;

/** A body that is one call, perhaps, of another macro: `#define log(...) report(DEBUG, __VA_ARGS__)`. */
const CALL = /^\s*([A-Za-z_]\w*)\s*\(/;

/** Whether a macro stands for statements, by itself or through the macro that it passes its arguments on to. */
function isStatement({ body }: Macro, use: SyntaxNode, context: LoweringContext): boolean {
  const seen = new Set<string>();
  for (let text = body; !STATEMENT.test(text); ) {
    const name = CALL.exec(text)?.[1];
    const next = name === undefined || seen.has(name) ? undefined : context.macro(name, use);
    if (name === undefined || next?.parameters === undefined) return false;
    seen.add(name);
    text = next.body;
  }
  return true;
}

function parenthesised(root: SyntaxNode): SyntaxNode | undefined {
  const init = root.children[0]?.children.find((child) => child.type === 'init_declarator');
  const value = init === undefined ? undefined : childOf(init, 'value');
  return value?.type === 'parenthesized_expression' ? value : undefined;
}

function functionBody(root: SyntaxNode): SyntaxNode | undefined {
  const definition = root.children[0];
  return definition === undefined ? undefined : childOf(definition, 'body');
}

const ACTIVE =
  /call_expression|_statement$|assignment|update|lambda|gnu_asm|new_|delete_|_list$|ERROR/;
const ACCESS = /subscript_expression|pointer_expression/;

/**
 * Whether an argument does nothing by itself, such as a type, a label, a constant or the name of a member,
 * so that all of it is known once its name or its text is.
 * @param isMember whether the body uses it as the name of a member, which may have an index behind it
 */
function isInert(arg: SyntaxNode, isMember: boolean, context: LoweringContext): boolean {
  return descendants(arg).every((node) => {
    if (ACTIVE.test(node.type) || (!isMember && ACCESS.test(node.type))) return false;
    if (/^(?:string|char)_literal$/.test(node.type)) return !/[\r\n]/.test(context.textOf(node));
    return node.type !== 'identifier' || !isCallingMacro(node, context);
  });
}

/** Whether a name stands for a macro that may call something. */
function isCallingMacro(name: SyntaxNode, context: LoweringContext): boolean {
  return context.macro(context.textOf(name), name)?.body.includes('(') === true;
}

function expand(
  macro: Macro,
  use: SyntaxNode,
  args: readonly SyntaxNode[],
  wrap: (body: string) => string,
  part: (root: SyntaxNode) => SyntaxNode | undefined,
  context: LoweringContext,
): Expansion | undefined {
  const used = bodyFor(macro, args, context.source, (name) => {
    const named = context.macro(name, use);
    const word = named?.parameters === undefined ? named?.body.trim() : undefined;
    return word !== undefined && /^\w+$/.test(word) ? word : undefined;
  });
  if (used === undefined || used.body.length > LIMITS.macroBody) return undefined;
  const { names, body } = used;
  const wrapped = wrap(body);
  const node = context.fragment(wrapped, part);
  if (node === undefined) return undefined;
  if (!context.mayExpand(body.length)) return undefined;
  const bound = new Map<string, MacroArgument>();
  const mentioned = new Set(body.match(/[A-Za-z_]\w*/g));
  names.forEach((name, index) => {
    const arg = args[index];
    if (arg === undefined) return;
    bound.set(name, { node: arg, source: context.source });
    // What a body leaves out, or uses as text alone, is gone.
    const isUsed = mentioned.has(name);
    const isMember = isUsed && new RegExp(`(?:\\.|->)\\s*${name}\\b`).test(body);
    if (!isUsed || isInert(arg, isMember, context)) context.touch(arg);
  });
  const { start, end } = context.span(use);
  const { source } = context;
  const depth = source.depth + 1;
  const inside = [...source.inside, macro.name];
  return { node, source: { text: wrapped, span: { start, end }, args: bound, depth, inside } };
}
