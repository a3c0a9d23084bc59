import type { SourceParser } from '../syntax/source-parser.ts';
import { parseSyntax, type SyntaxTree } from '../syntax/syntax.ts';
import type { BuiltText } from './built-text.ts';
import { ComputingFunctions } from './cfg/computing-functions.ts';
import type { ForwardedCall, Forwarder } from './cfg/forwarded-calls.ts';
import { addressTaken, type FieldTargets, fieldTargets } from './cfg/function-pointers.ts';
import { type IndirectCalls, indirectCalls } from './cfg/indirect-calls.ts';
import { neverReturning } from './cfg/never-returns.ts';
import { isNever } from './declarations/directives.ts';
import { collectDeclarations, type FileDeclarations } from './declarations/file-declarations.ts';
import { lowerExpression } from './expressions/lower-expression.ts';
import { LoweringContext } from './expressions/lowering-context.ts';
import type { LoweredFunction } from './ir/ast.ts';
import { parseCondition } from './ir/build-condition.ts';
import { Configuration } from './ir/configuration.ts';
import { addMacro } from './ir/macro.ts';
import type { ReachedBound } from './ir/reached-bound.ts';
import { Symbols } from './ir/symbols.ts';
import { accountOf, type CodeAccount } from './reading/account.ts';
import { codeOutsideFunctions } from './reading/code-outside-functions.ts';
import { linkerNames } from './reading/linker-names.ts';
import { readTokens, readUnit } from './reading/read-unit.ts';
import { lowerDefinition } from './statements/lower-definition.ts';
import { lowerByItself, lowerNested } from './statements/lower-nested.ts';

/** A C or C++ file, lowered: names, types, and every function as a control-flow graph. */
export interface TranslationUnit {
  readonly language: 'c' | 'cpp';
  readonly tree: SyntaxTree;
  readonly symbols: Symbols;
  /** The build that macros with several bodies are expanded for. */
  readonly configuration: Configuration;
  readonly functions: readonly LoweredFunction[];
  /** By name, the first of each; methods by their last name. */
  readonly functionsByName: ReadonlyMap<string, LoweredFunction>;
  readonly globals: FileDeclarations['globals'];
  readonly classes: FileDeclarations['classes'];
  /** Names whose address is taken as a value: they may be called from anywhere. */
  readonly addressTaken: ReadonlySet<string>;
  /** The functions that the file stores in fields, by the field's name. */
  readonly fieldTargets: FieldTargets;
  /** The functions that calls through variables may reach. */
  readonly indirectCalls: IndirectCalls;
  /** What calls of functions stand for that only compute. */
  readonly computing: ComputingFunctions;
  /** Calls that stand for calls of functions that only pass them on. */
  readonly forwardedCalls: readonly ForwardedCall[];
  /** Functions of this file that only pass a call on, where their calls are taken for that (forwarded-unit.ts). */
  readonly forwarders: readonly Forwarder[];
  /** Functions of this file from which no path returns. */
  readonly neverReturns: ReadonlySet<string>;
  /** Functions that lowering could not follow whole. */
  readonly cuts: readonly ReachedBound[];
  /** What of the file's code was followed, and what was not. */
  readonly account: CodeAccount;
  /** Reads another text in the language of the file. */
  parse(text: string): SyntaxTree;
}

/**
 * Lowers a syntax tree. `outer` holds the names of the project's headers.
 * Code that does not parse is left out; nothing throws on bad input.
 * @param built what the tree was made of, where it is known how the file is compiled
 */
export function lowerUnit(
  parsed: SyntaxTree,
  language: 'c' | 'cpp',
  parser: SourceParser,
  outer?: Symbols,
  built?: BuiltText,
): TranslationUnit {
  const symbols = symbolsOfUnit(outer, built);
  const tokens = readTokens(parsed.text);
  const { directives } = tokens;
  for (const macro of directives.macros) addMacro(symbols.macros, macro);
  for (const [name, offset] of directives.undefinedFrom) symbols.undefinedFrom.set(name, offset);
  for (const [name, use] of directives.settings) symbols.settings.set(name, use);
  const lines = parsed.location({ start: 0, end: parsed.text.length }).endLine;
  const given = languageSettings(language);
  const configuration = new Configuration(symbols, lines, given, built?.isSet);
  const reading = readUnit(parsed, parser, tokens, configuration);
  const { tree } = reading;
  const placeOf = (offset: number) => tree.origin({ start: offset, end: offset }).start;
  const context = new LoweringContext({
    symbols,
    configuration,
    guardAt: (offset) => directives.guardAt(placeOf(offset)),
    placeOf,
    linkerNames: linkerNames(tokens.tokens),
    text: tree.text,
    hasMethods: language === 'cpp',
    parseFragment: (text) => parseSyntax(parser, text).root,
    lowerExpression,
    lowerNested,
  });
  const { globals, classes, definitions } = collectDeclarations(tree.root, context);
  const inInitialisers = context.nested.splice(0);
  const cuts: ReachedBound[] = [];
  const inFileOrder = definitions.toSorted(
    (left, right) => tree.origin(left.node).start - tree.origin(right.node).start,
  );
  const lowered = inFileOrder.flatMap((definition) => {
    const { start, end } = definition.node;
    context.beginFunction(start, end);
    const fn = lowerDefinition(definition, context);
    if (fn !== undefined && context.hasReachedMacroLimit)
      cuts.push({ function: fn.name, start, end, bound: 'macros' });
    return [...context.nested.splice(0), ...(fn === undefined ? [] : [fn])];
  });
  lowered.push(...inInitialisers);
  for (const node of codeOutsideFunctions(tree.root, context.touched)) {
    // No build has what `#if 0` hides.
    if (isNever(parseCondition(directives.guardAt(placeOf(node.start))))) continue;
    context.beginFunction(node.start, node.end);
    context.nested.push(lowerByItself(node, context));
    lowered.push(...context.nested.splice(0));
  }
  const computing = new ComputingFunctions(lowered);
  const functions = lowered.map((fn) => computing.withInlinedConditions(fn));
  let account: CodeAccount | undefined;
  return {
    language,
    tree,
    symbols,
    configuration,
    functions,
    functionsByName: new Map(functions.toReversed().map((fn) => [fn.name, fn])),
    globals,
    classes,
    addressTaken: addressTaken(tree, functions),
    fieldTargets: fieldTargets(functions, globals, symbols),
    indirectCalls: indirectCalls(functions, globals),
    computing,
    forwardedCalls: [],
    forwarders: [],
    neverReturns: neverReturning(functions, symbols),
    cuts,
    parse: (text) => parseSyntax(parser, text),
    // A survey asks for none.
    get account() {
      account ??= accountOf(reading, context.touched, built?.aside);
      return account;
    },
  };
}

/** No names yet, before those of the build and of the headers. */
function symbolsOfUnit(outer: Symbols | undefined, built: BuiltText | undefined): Symbols {
  if (built === undefined) return new Symbols(outer);
  const { macros, dataModel } = built.build;
  const behind = macros.length === 0 ? outer : (outer ?? new Symbols()).behindMacros(macros);
  return new Symbols(behind, undefined, dataModel);
}

function languageSettings(language: 'c' | 'cpp'): Map<string, boolean> {
  return new Map([['__cplusplus', language === 'cpp']]);
}
