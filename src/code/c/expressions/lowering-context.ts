import { LIMITS } from '../../limits.ts';
import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { TouchedText } from '../../syntax/touched-text.ts';
import type { Expr, LoweredFunction, Span, Variable } from '../ir/ast.ts';
import { holds, parseCondition } from '../ir/build-condition.ts';
import type { Configuration } from '../ir/configuration.ts';
import type { Macro } from '../ir/macro.ts';
import type { Symbols } from '../ir/symbols.ts';
import type { DeclaratorContext } from './declarators.ts';

/** The text that nodes point into: the file's, or a macro's body seen from its use. */
export interface SourceText {
  readonly text: string;
  /** The place of the macro's use, which all of its code carries. */
  readonly span: Span | undefined;
  /** The arguments of the macro that is being expanded. */
  readonly args: ReadonlyMap<string, MacroArgument>;
  /** How many expansions stand around this text. */
  readonly depth: number;
  /** The macros that are being expanded: none of them is expanded again in itself (C11 6.10.3.4). */
  readonly inside: readonly string[];
  /** Whether this is the file itself. */
  readonly isFile?: boolean;
}

export interface MacroArgument {
  readonly node: SyntaxNode;
  readonly source: SourceText;
}

interface ContextOptions {
  readonly symbols: Symbols;
  readonly configuration: Configuration;
  /** The condition of `#if` under which the text at an offset is compiled, '' for none. */
  readonly guardAt: (offset: number) => string;
  /** Where in the file an offset of the text stands, parts of which may have been read anew. */
  readonly placeOf: (offset: number) => number;
  /** What the linker calls functions that a declaration gives another name. */
  readonly linkerNames: ReadonlyMap<string, string>;
  /** The file's text. */
  readonly text: string;
  /** Whether the language has methods, so that a call through a member may be of one. */
  readonly hasMethods: boolean;
  /** Parses a macro's body on its own. */
  readonly parseFragment: (text: string) => SyntaxNode;
  readonly lowerExpression: (node: SyntaxNode, context: LoweringContext) => Expr;
  /** Lowers what is a function of its own among expressions: a lambda, or a block that is a value. */
  readonly lowerNested: (node: SyntaxNode, context: LoweringContext) => Expr;
}

/** The variables of the functions around a nested one, as that sees them. */
interface Outside {
  /** How many scopes are outside. */
  readonly scopes: number;
  readonly seenAs: Map<Variable, Variable>;
}

/** What lowering one file needs everywhere: its names, the scopes around, and the text under the nodes. */
export class LoweringContext implements DeclaratorContext {
  readonly symbols: Symbols;
  readonly hasMethods: boolean;
  /** The stretches of the file's text whose words, numbers and strings were looked at. */
  readonly touched = new TouchedText();
  /** The constants that stand for conditions of `#if`, by their text. */
  readonly configurations = new Map<string, Variable>();
  private readonly options: ContextOptions;
  private readonly fragments = new Map<string, SyntaxNode | undefined>();
  /** The functions within others that were lowered. */
  readonly nested: LoweredFunction[] = [];
  private readonly scopes: Map<string, Variable>[] = [];
  private readonly outsides: Outside[] = [];
  private current: SourceText;
  private macroText = 0;
  /** Whether macros of the function that was begun last were not expanded, being too many. */
  hasReachedMacroLimit = false;
  /** The class whose method is being lowered, '' outside of all. */
  owner = '';
  private nextId = 0;

  constructor(options: ContextOptions) {
    this.options = options;
    this.symbols = options.symbols;
    this.hasMethods = options.hasMethods;
    const { text } = options;
    this.current = { text, span: undefined, args: new Map(), depth: 0, inside: [], isFile: true };
    this.beginFunction(0, options.text.length);
  }

  get source(): SourceText {
    return this.current;
  }

  /** Where in the file an offset of its text stands, parts of which may have been read anew. */
  placeOf(offset: number): number {
    return this.options.placeOf(offset);
  }

  /** Lowers any expression node; what is not understood becomes opaque, with its parts. */
  lower(node: SyntaxNode): Expr {
    return this.options.lowerExpression(node, this);
  }

  textOf(node: SyntaxNode): string {
    const text = this.current.text.slice(node.start, node.end);
    // Where a quote is missing the grammar takes the code behind it for text.
    const isText = !/^(?:string|char)_literal$/.test(node.type) || !/[^\\\s][ \t]*\r?\n/.test(text);
    if (this.current.isFile === true && isText && isRead(node)) {
      // An argument of a template may be a lambda, whose body its text says nothing of.
      if (node.type.startsWith('template_') && text.includes('{')) this.touchAroundBlocks(node);
      else this.touched.add(node);
    }
    return text;
  }

  private touchAroundBlocks(node: SyntaxNode): void {
    if (node.type === 'lambda_expression') return;
    if (node.children.length === 0) this.touched.add(node);
    for (const child of node.children) this.touchAroundBlocks(child);
  }

  /** Lowers a lambda, or a block that is a value. */
  lowerNested(node: SyntaxNode): Expr {
    return this.options.lowerNested(node, this);
  }

  /** Notes that all of a node was dealt with, such as an argument that a macro leaves out. */
  touch(node: SyntaxNode): void {
    if (this.current.isFile === true) this.touched.add(node);
    else
      for (const child of descendants(node))
        if (child.children.length === 0 && child.named)
          this.inArgument(this.textOf(child), (argument) => this.touch(argument));
  }

  /** Where the code of a node stands in the file. */
  span(node: SyntaxNode): Span {
    return this.current.span ?? node;
  }

  /** The operator of an expression; for a token of its own the grammar's name is its text. */
  operatorOf(node: SyntaxNode): string | undefined {
    const operator = childOf(node, 'operator');
    return operator === undefined || !operator.named ? operator?.type : this.textOf(operator);
  }

  /** The text of a name, or that of the argument which it means in the body of a macro. */
  spelledName(node: SyntaxNode): string {
    const name = this.textOf(node);
    return this.inArgument(name, (argument) => this.spelledName(argument)) ?? name;
  }

  inArgument<T>(name: string, action: (node: SyntaxNode) => T): T | undefined {
    const argument = this.current.args.get(name);
    return argument && this.withSource(argument.source, () => action(argument.node));
  }

  /** Runs a lowering with another text under the nodes. */
  withSource<T>(source: SourceText, action: () => T): T {
    const before = this.current;
    this.current = source;
    try {
      return action();
    } finally {
      this.current = before;
    }
  }

  /** A part of a text parsed on its own, or undefined where it is missing or does not parse. */
  fragment(
    text: string,
    part: (root: SyntaxNode) => SyntaxNode | undefined,
  ): SyntaxNode | undefined {
    if (this.fragments.has(text)) return this.fragments.get(text);
    const found = part(this.options.parseFragment(text));
    const known = found === undefined || containsError(found) ? undefined : found;
    this.fragments.set(text, known);
    return known;
  }

  /** Begins a function, or what stands outside of all: its macros may stand for so much text. */
  beginFunction(start: number, end: number): void {
    this.macroText = LIMITS.macroText + LIMITS.macroTextPerCharacter * (end - start);
    this.hasReachedMacroLimit = false;
  }

  /** Whether a macro of so many characters may be expanded here; where not, `isCut` says so from then on. */
  mayExpand(characters: number): boolean {
    this.macroText -= characters;
    if (this.current.depth < LIMITS.macroDepth && this.macroText >= 0) return true;
    this.hasReachedMacroLimit = true;
    return false;
  }

  /** The macro that a name means where a node stands, unless a variable hides it. */
  macro(name: string, node: SyntaxNode): Macro | undefined {
    if (this.lookup(name) !== undefined || this.current.inside.includes(name)) return undefined;
    const { start } = this.span(node);
    const { configuration, guardAt, placeOf } = this.options;
    return configuration.macro(name, guardAt(start), placeOf(start));
  }

  /** Whether the build that macros are expanded for compiles the text of a node. */
  isCompiled(node: SyntaxNode): boolean {
    const guard = this.options.guardAt(this.span(node).start);
    return guard === '' || holds(parseCondition(guard), this.options.configuration.isSet);
  }

  /** The function that a name means to the linker. */
  linkerName(name: string): string {
    return this.options.linkerNames.get(name) ?? name;
  }

  /** Whether a name that is called is that of a macro, though it may not be known which. */
  isMacro(name: string): boolean {
    const { symbols, current } = this;
    if (current.inside.includes(name) || symbols.function(name) !== undefined) return false;
    return symbols.macrosNamed(name).some(({ parameters }) => parameters !== undefined);
  }

  /** Whether a name is that of a function, of a macro or of a variable that is known. */
  isDeclared(name: string): boolean {
    const { symbols } = this;
    if (symbols.function(name) !== undefined || symbols.global(name) !== undefined) return true;
    return symbols.macrosNamed(name).length > 0;
  }

  /** The class that declares what is called by its name alone here, where it is a method of the class around. */
  classOfMethod(name: string): string | undefined {
    if (this.owner === '' || this.lookup(name) !== undefined) return undefined;
    return this.symbols.classOfMethod(this.owner, name);
  }

  pushScope(): void {
    this.scopes.push(new Map());
  }

  popScope(): Variable[] {
    return [...(this.scopes.pop()?.values() ?? [])];
  }

  /**
   * Lowers a function within another. To it the variables of the other are memory that anything may be in.
   * @returns what the action gives, and the variables of the other that it names
   */
  inNested<T>(action: () => T): {
    readonly result: T;
    /** The variables of functions around that it names, by what they are inside. */
    readonly captured: ReadonlyMap<Variable, Variable>;
  } {
    const outside = { scopes: this.scopes.length, seenAs: new Map<Variable, Variable>() };
    this.outsides.push(outside);
    this.pushScope();
    try {
      const result = action();
      return {
        result,
        captured: new Map([...outside.seenAs].map(([out, inside]) => [inside, out])),
      };
    } finally {
      this.popScope();
      this.outsides.pop();
    }
  }

  /** Makes a variable and binds its name in the innermost scope. */
  declareVariable(
    given: Pick<Variable, 'name' | 'type' | 'scope'> &
      Partial<Pick<Variable, 'position' | 'constant' | 'value' | 'isVolatile'>>,
    node: SyntaxNode,
  ): Variable {
    this.nextId += 1;
    const { name, type, scope, position = -1, constant = false, value, isVolatile } = given;
    const { start, end } = this.span(node);
    const variable: Variable = {
      ...{ name, type, scope, id: this.nextId, position, constant, start, end },
      ...(value === undefined ? {} : { value }),
      ...(isVolatile ? { isVolatile } : {}),
    };
    this.scopes.at(-1)?.set(name, variable);
    return variable;
  }

  /** The variable that a name means here, or undefined. */
  lookup(name: string): Variable | undefined {
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (found !== undefined) return this.seen(found, at);
    }
    return this.symbols.global(name);
  }

  /** A variable of a scope as it is seen from here: one of a function around is memory of unknown content. */
  private seen(variable: Variable, scope: number): Variable {
    let seen = variable;
    // Of several functions around each one sees what the next one sees.
    for (const outside of this.outsides) {
      if (scope >= outside.scopes) continue;
      const known = outside.seenAs.get(seen);
      if (known === undefined) this.nextId += 1;
      const inside: Variable = known ?? { ...seen, scope: 'global', position: -1, id: this.nextId };
      outside.seenAs.set(seen, inside);
      seen = inside;
    }
    return seen;
  }
}

/** Whether the text of a node is one name, type or literal, so that who looks at it knows it whole. */
function isRead({ type, children }: SyntaxNode): boolean {
  if (children.length === 0) return type !== 'lambda_expression';
  return (
    /identifier|_type$|field_designator|type_specifier|template_|literal|destructor_name|operator_name/.test(
      type,
    ) && !/compound_literal/.test(type)
  );
}

function containsError(node: SyntaxNode): boolean {
  return node.type === 'ERROR' || node.children.some(containsError);
}
