import type { Token } from '../../syntax/lexer.ts';
import type { SourceParser } from '../../syntax/source-parser.ts';
import { descendants, parseSyntax, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { behindBrackets } from './brackets.ts';
import type { ParsedFragment } from './composed-tree.ts';
import { type Fragment, printTokens } from './fragment.ts';
import type { ItemKind } from './items.ts';
import { endOfUse, expandTokens, type MacroAt, shapeOfMacro } from './macro-tokens.ts';
import { madeToken } from './made-tokens.ts';
import { REPAIRS } from './repairs.ts';

interface Attempt {
  readonly tokens: readonly Token[];
  readonly fragment: Fragment;
  readonly tree: SyntaxTree;
  /** Characters that do not parse, and one for each missing token; 0 for a whole parse. */
  readonly loss: number;
}

/** An item as it was read by itself. */
export interface ReadItem extends ParsedFragment {
  /** How much of it does not parse; 0 for nothing. */
  readonly loss: number;
  /** The tokens that something else stands for: macros with what they leave out, attributes. */
  readonly replaced: readonly Token[];
}

/** Parses items of a file by themselves, in whichever reading of them makes most of them. */
export class ItemParser {
  private readonly parser: SourceParser;
  private readonly file: string;
  private readonly macroAt: MacroAt;

  constructor(parser: SourceParser, file: string, macroAt: MacroAt) {
    this.parser = parser;
    this.file = file;
    this.macroAt = macroAt;
  }

  /** @param base the offset that the fragment's text gets in the composed one */
  read(tokens: readonly Token[], kind: ItemKind, base: number): ReadItem {
    const isFunction = kind === 'function';
    // What macros alone make functions of is nothing before they are expanded.
    const isMade =
      kind === 'declaration' && tokens.some((token) => makesBlocks(token, this.macroAt));
    const plain = expandTokens(
      tokens,
      this.macroAt,
      isMade ? () => true : structuralUse(this.macroAt),
    );
    let best = this.attempt(plain, isFunction, base);
    const consider = (changed: readonly Token[]) => {
      const other = this.attempt(changed, isFunction, base);
      if (other.loss < best.loss) best = other;
    };
    const repair = () => {
      for (const change of REPAIRS) {
        if (best.loss === 0) return;
        const changed = change(best.tokens);
        if (changed !== best.tokens) consider(changed);
      }
    };
    repair();
    if (best.loss > 0) {
      const before = best;
      const expanded = expandTokens(plain, this.macroAt, () => true);
      if (expanded !== plain) {
        best = this.attempt(expanded, isFunction, base);
        repair();
        if (before.loss <= best.loss) best = before;
      }
    }
    if (best.loss > 0 && kind !== 'function' && kind !== 'record') {
      for (const wrap of [insideInitialiser, insideFunction]) {
        const before = best;
        best = this.attempt(wrap(best.tokens), wrap === insideFunction, base);
        repair();
        const isBetter = wrap === insideFunction ? best.loss < before.loss : best.loss === 0;
        if (!isBetter) best = before;
        if (best.loss === 0) break;
      }
    }
    const kept = new Set(best.tokens);
    const replaced = tokens.filter((token) => !kept.has(token));
    return { fragment: best.fragment, tree: best.tree, base, loss: best.loss, replaced };
  }

  private attempt(tokens: readonly Token[], isFunction: boolean, base: number): Attempt {
    const fragment = printTokens(tokens, this.file);
    const tree = parseSyntax(this.parser, fragment.text, base);
    return { tokens, fragment, tree, loss: lossOf(tree, isFunction) };
  }
}

function lossOf({ root, broken, errors, missing }: SyntaxTree, isFunction: boolean): number {
  const nodes = descendants(root);
  const definitions = nodes.filter(({ type }) => type === 'function_definition');
  let loss = broken.size + missing.length;
  if (errors > 0)
    for (const { type, start, end } of nodes) if (type === 'ERROR') loss += 2 + end - start;
  loss += nodes.filter(isMisreadCall).length;
  if (isFunction && definitions.length === 0) loss += root.end - root.start + 1;
  for (const definition of definitions) if (!hasParameterList(definition)) loss += 1;
  for (const child of root.children) if (isStray(child)) loss += child.end - child.start;
  return loss;
}

/** Whether a definition has the declarator of a function. */
export function hasParameterList(definition: SyntaxNode): boolean {
  return definition.children.some(
    (child) =>
      child.field === 'declarator' &&
      descendants(child).some(({ type }) => type === 'function_declarator'),
  );
}

const STRAY =
  /^(?:(?:expression|compound|if|for|while|do|switch|case|return|goto|break|continue|labeled)_statement|else_clause|for_range_loop)$/;

/** Whether a node outside of functions is one that stands in functions only. */
export function isStray({ type }: SyntaxNode): boolean {
  return (
    STRAY.test(type) ||
    /^(?:if|else|for|while|do|switch|case|return|goto|break|continue)$/.test(type)
  );
}

/** Whether a statement is taken for a type: `f(m(a, struct s));` may be read as one that a macro makes. */
export function isMisreadCall({ type, parent }: SyntaxNode): boolean {
  return (
    type === 'macro_type_specifier' && /^(?:\w+_statement|else_clause)$/.test(parent?.type ?? '')
  );
}

/** The values of an array whose head stands elsewhere, or under another condition. */
function insideInitialiser(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  if (first?.text !== '{') return tokens;
  const head = ['int', 'made', '[', ']', '='].map((text) => madeToken(text, first));
  return tokens.at(-1)?.text === ';'
    ? [...head, ...tokens]
    : [...head, ...tokens, madeToken(';', first)];
}

function insideFunction(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return tokens;
  const head = ['void', 'made', '(', 'void', ')', '{'].map((text) => madeToken(text, first));
  return [...head, ...tokens, madeToken(';', last), madeToken('}', last)];
}

/** Whether a word is a macro with braces in its body. */
export function makesBlocks(token: Token, macroAt: MacroAt): boolean {
  const macro = token.kind === 'word' ? macroAt(token.text, token.start) : undefined;
  return macro !== undefined && shapeOfMacro(macro).hasBraces;
}

/** Whether a word is a macro that declares what it is given the name of. */
export function makesDeclaration(token: Token, macroAt: MacroAt): boolean {
  const macro = token.kind === 'word' ? macroAt(token.text, token.start) : undefined;
  return macro !== undefined && shapeOfMacro(macro).isDeclaration;
}

/**
 * Whether a use of a macro is to be expanded before anything else is tried: the grammar takes its name for
 * a type, an operand or a call, and what the macro does to the code around it would be lost.
 */
function structuralUse(macroAt: MacroAt): Parameters<typeof expandTokens>[2] {
  return (macro, tokens, at, end) => {
    const { isStructural, isUnbalanced, isDeclaration, tokens: body } = shapeOfMacro(macro);
    if (isDeclaration || hasOtherThanExpressions(tokens.slice(at + 1, end))) return true;
    if (!isStructural) return appliesStructural(body, tokens.slice(at + 1, end), macroAt);
    if (isUnbalanced) return true;
    const isStatement =
      tokens[end]?.text === ';' && /^(?:[;{}:)]|else|do)$/.test(tokens[at - 1]?.text ?? ';');
    if (body.length === 0 || macro.parameters !== undefined) return !isStatement;
    return true;
  };
}

/** Whether an argument of a use is none that a call can have: a statement, or the brackets of an array, which begin a lambda in C++. */
function hasOtherThanExpressions(use: readonly Token[]): boolean {
  let depth = 0;
  return use.some(({ text }, at) => {
    if (text === '{') depth += 1;
    else if (text === '}') depth -= 1;
    if (text === ';') return depth === 0;
    if (text !== '[' || use[at - 1]?.text !== ',') return false;
    return /^[,)]$/.test(use[behindBrackets(use, at)]?.text ?? '');
  });
}

/** Whether a macro that is a list of uses of another one, `X(1) X(2)`, is one of statements. */
function appliesStructural(
  body: readonly Token[],
  args: readonly Token[],
  macroAt: MacroAt,
): boolean {
  const isList = body.length > 2 && body[1]?.text === '(' && body.at(-1)?.text === ')';
  const [first] = body;
  if (!isList || first?.kind !== 'word') return false;
  return [...args, { ...first, start: args[0]?.start ?? 0 }].some((token) => {
    const macro = token.kind === 'word' ? macroAt(token.text, token.start) : undefined;
    return macro?.parameters !== undefined && shapeOfMacro(macro).isStructural;
  });
}

/** Whether any use of a macro among some tokens is to be expanded. */
export function hasStructuralUse(tokens: readonly Token[], macroAt: MacroAt): boolean {
  const isWanted = structuralUse(macroAt);
  return tokens.some((token, at) => {
    const macro = token.kind === 'word' ? macroAt(token.text, token.start) : undefined;
    const end = macro && endOfUse(macro, tokens, at);
    return macro !== undefined && end !== undefined && isWanted(macro, tokens, at, end);
  });
}
