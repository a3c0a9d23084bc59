import { childOf, descendants, type SyntaxNode, type TextSpan } from '../../syntax/syntax.ts';
import { TouchedText } from '../../syntax/touched-text.ts';
import type { RustFacts } from '../transfer/analyse-file.ts';
import { codeTokens } from './code-tokens.ts';
import { pairBrackets, rustTokens } from './tokens.ts';

/**
 * Why a stretch of code was not followed: it does not parse, is the body of a macro, stands in what a macro makes items
 * of or among the arguments of one where they are read as no expression; or nothing is known that explains it.
 */
export type RustUnfollowedReason = 'unparsed' | 'macro' | 'items' | 'arguments' | 'unread';

/** A stretch of code that was not followed. */
interface Unfollowed extends TextSpan {
  readonly reason: RustUnfollowedReason;
}

/** Which of the code of a Rust file was followed. Code is what stands in functions, values of constants and macros. */
export interface RustAccount {
  /** The words, numbers and texts in code: those that were followed, and the others. */
  readonly followed: number;
  /** One for each token that was not followed, in the order of the file. */
  readonly unfollowed: readonly Unfollowed[];
  /** Lines with code: all, and those of which anything was not followed. */
  readonly lines: number;
  readonly unfollowedLines: number;
}

/** Compares what is code by the tokens of a file with what the analysis of its functions looked at. */
export function rustAccountOf({ file: { tree, globals }, functions }: RustFacts): RustAccount {
  const tokens = rustTokens(tree.text);
  const code = codeTokens(tokens, pairBrackets(tokens));
  const looked = new LookedAt();
  for (const { events } of functions) for (const node of events.evaluated) looked.nodes.add(node);
  // Of a value in which nothing is called, the value is all that there is to know: see globalNamed.
  const walked = new Set(functions.map(({ fn }) => fn.node));
  for (const { node, value } of globals)
    if (value !== undefined && !walked.has(node))
      for (const each of descendants(value)) looked.nodes.add(each);
  looked.visit(tree.root);
  for (const body of tree.anew?.bodies.values() ?? []) looked.visit(body);
  const unfollowed = code.flatMap(({ start, end, place }) => {
    const reason = looked.reasonAt(start);
    if (reason === undefined) return [];
    return [{ start, end, reason: place === 'macro' ? ('macro' as const) : reason }];
  });
  const lineOf = (span: TextSpan) => tree.location(span).line;
  return {
    followed: code.length - unfollowed.length,
    unfollowed,
    lines: new Set(code.map(lineOf)).size,
    unfollowedLines: new Set(unfollowed.map(lineOf)).size,
  };
}

/** Items in which nothing happens, and attributes. */
const DECLARATION =
  /^(?:(?:struct|enum|union|type|foreign_mod|function_signature)_item|associated_type|use_declaration|extern_crate_declaration|(?:inner_)?attribute_item)$/;

/** Items of which only this part is code, or holds items with code. */
const ITEM = /^(?:function|impl|trait|mod|const|static)_item$/;

/** Parts of an expression that are looked at with it. */
const PART =
  /^(?:match_block|match_arm|arguments|field_initializer_list|(?:shorthand_|base_)?field_initializer|generic_function|field_expression)$/;

/** What has no parts that could be left out. A node of another kind without parts lost them, being nested too deep. */
const WHOLE = /_literal$|identifier$|^(?:primitive_type|self|super|crate|metavariable)$/;

/** Names, types and patterns: what is looked at with the expression around it, and does nothing of its own. */
const PASSIVE =
  /(?:_type|_pattern|^pattern|type_identifier|field_identifier|type_arguments|type_parameters|parameters|lifetime|label|_specifier|_modifier|_modifiers|where_clause|^crate|^super|^metavariable)$/;

const PASSIVE_FIELD = /^(?:pattern|type|name|field|label|trait|macro|return_type|operator)$/;

/** What the analysis looked at, over a whole tree. */
class LookedAt {
  /** The expressions that were evaluated. */
  readonly nodes = new Set<SyntaxNode>();
  private readonly followed = new TouchedText();
  private readonly unparsed = new TouchedText();
  /** What stands beside something that does not parse: it was taken for something that it is not. */
  private readonly doubtful = new TouchedText();
  private readonly items = new TouchedText();
  private readonly arguments = new TouchedText();

  reasonAt(offset: number): RustUnfollowedReason | undefined {
    if (this.unparsed.has(offset)) return 'unparsed';
    if (this.followed.has(offset)) return undefined;
    if (this.doubtful.has(offset)) return 'unparsed';
    if (this.items.has(offset)) return 'items';
    return this.arguments.has(offset) ? 'arguments' : 'unread';
  }

  /**
   * Goes through a node and all below it.
   * @param isOwn whether what evaluated the expression around it took it along
   */
  visit(node: SyntaxNode, isOwn = false): void {
    const { type } = node;
    if (type === 'ERROR') this.unparsed.add(node);
    else if (node.parent !== undefined && node.children.some((child) => child.type === 'ERROR'))
      this.doubtful.add(node);
    if (DECLARATION.test(type)) {
      this.followed.add(node);
      for (const child of node.children) this.visit(child);
      return;
    }
    if (type === 'macro_invocation') (isItemPlace(node) ? this.items : this.arguments).add(node);
    if (ITEM.test(type)) {
      for (const child of node.children) {
        if (child.field !== 'body' && child.field !== 'value') this.followed.add(child);
        this.visit(child);
      }
      return;
    }
    const isFollowed = this.nodes.has(node) || (isOwn && PART.test(type));
    if (isFollowed && (!node.named || WHOLE.test(type))) this.followed.add(node);
    for (const child of node.children) {
      if (isFollowed && isPassive(child)) this.addPassive(child);
      this.visit(child, isFollowed);
    }
  }

  /** All of a name, a type or a pattern but the condition of a `match`. */
  private addPassive(node: SyntaxNode): void {
    const condition = childOf(node, 'condition');
    if (condition === undefined) this.followed.add(node);
    else this.followed.add({ start: node.start, end: condition.start });
  }
}

function isPassive({ named, type, field }: SyntaxNode): boolean {
  if (!named || PASSIVE.test(type) || PASSIVE_FIELD.test(field)) return true;
  return field === 'function' && /^(?:scoped_)?identifier$/.test(type);
}

/** Whether a node, such as the use of a macro, stands where items do. */
export function isItemPlace({ parent }: SyntaxNode): boolean {
  const around = parent?.type === 'expression_statement' ? parent.parent : parent;
  return around === undefined || /^(?:source_file|declaration_list)$/.test(around.type);
}
