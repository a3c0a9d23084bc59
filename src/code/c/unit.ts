import type { SourceParser } from '../syntax/source-parser.ts';
import { parseSyntax, type SyntaxTree } from '../syntax/syntax.ts';
import { addressTaken, type FieldTargets, fieldTargets } from './cfg/function-pointers.ts';
import { neverReturning } from './cfg/never-returns.ts';
import { collectDeclarations, type FileDeclarations } from './declarations/file-declarations.ts';
import { macroDefinitions } from './declarations/macro-definitions.ts';
import { lowerExpression } from './expressions/lower-expression.ts';
import { LoweringContext } from './expressions/lowering-context.ts';
import type { LoweredFunction } from './ir/ast.ts';
import type { ReachedBound } from './ir/reached-bound.ts';
import { Symbols } from './ir/symbols.ts';
import { lowerDefinition } from './statements/lower-definition.ts';

/** A C or C++ file, lowered: names, types, and every function as a control-flow graph. */
export interface TranslationUnit {
  readonly language: 'c' | 'cpp';
  readonly tree: SyntaxTree;
  readonly symbols: Symbols;
  readonly functions: readonly LoweredFunction[];
  /** By name, the first of each; methods by their last name. */
  readonly functionsByName: ReadonlyMap<string, LoweredFunction>;
  readonly globals: FileDeclarations['globals'];
  readonly classes: FileDeclarations['classes'];
  /** Names whose address is taken as a value: they may be called from anywhere. */
  readonly addressTaken: ReadonlySet<string>;
  /** The functions that the file stores in fields, by the field's name. */
  readonly fieldTargets: FieldTargets;
  /** Functions of this file from which no path returns. */
  readonly neverReturns: ReadonlySet<string>;
  /** Functions that lowering could not follow whole. */
  readonly cuts: readonly ReachedBound[];
}

/**
 * Lowers a syntax tree. `outer` holds the names of the project's headers.
 * Code that does not parse is left out; nothing throws on bad input.
 */
export function lowerUnit(
  tree: SyntaxTree,
  language: 'c' | 'cpp',
  parser: SourceParser,
  outer?: Symbols,
): TranslationUnit {
  const symbols = new Symbols(outer);
  const context = new LoweringContext({
    symbols,
    text: tree.text,
    hasMethods: language === 'cpp',
    parseFragment: (text) => parseSyntax(parser, text).root,
    lowerExpression,
  });
  for (const [name, macro] of macroDefinitions(tree)) symbols.macros.set(name, macro);
  const { globals, classes, definitions } = collectDeclarations(tree.root, context);
  const cuts: ReachedBound[] = [];
  const functions = definitions.flatMap((definition) => {
    const { start, end } = definition.node;
    context.beginFunction(start, end);
    const fn = lowerDefinition(definition, context);
    if (fn !== undefined && context.hasReachedMacroLimit)
      cuts.push({ function: fn.name, start, end, bound: 'macros' });
    return fn ?? [];
  });
  return {
    language,
    tree,
    symbols,
    functions,
    functionsByName: new Map(functions.toReversed().map((fn) => [fn.name, fn])),
    globals,
    classes,
    addressTaken: addressTaken(tree, functions),
    fieldTargets: fieldTargets(functions, globals, symbols),
    neverReturns: neverReturning(functions),
    cuts,
  };
}
