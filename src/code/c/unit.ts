import type { Parser } from 'web-tree-sitter';
import { childOf, childrenOf, parseSyntax, type SyntaxNode, type SyntaxTree } from '../syntax.ts';
import type { CFunction, Expr, Variable } from './ast.ts';
import { declare, specifiedType, typeOfSpecifier } from './declarators.ts';
import { type FieldTargets, fieldTargets } from './function-pointers.ts';
import { neverReturning } from './never-returns.ts';
import { completed, FunctionLowering } from './statements.ts';
import { type Macro, Symbols } from './symbols.ts';
import { type CType, UNKNOWN } from './types.ts';

/** A class of C++ as its declaration shows it. */
export interface ClassOutline {
  readonly name: string;
  readonly bases: readonly string[];
  readonly node: SyntaxNode;
}

/** A C or C++ file, lowered: names, types, and every function as a control-flow graph. */
export interface TranslationUnit {
  readonly language: 'c' | 'cpp';
  readonly tree: SyntaxTree;
  readonly symbols: Symbols;
  readonly functions: readonly CFunction[];
  readonly globals: readonly { readonly variable: Variable; readonly init: Expr | undefined }[];
  readonly classes: readonly ClassOutline[];
  /** Names whose address is taken as a value: they may be called from anywhere. */
  readonly addressTaken: ReadonlySet<string>;
  /** The functions that the file stores in fields, by the field's name. */
  readonly fieldTargets: FieldTargets;
  /** Functions of this file from which no path returns. */
  readonly neverReturns: ReadonlySet<string>;
}

/**
 * Lowers a syntax tree. `outer` holds the names of the project's headers.
 * Code that does not parse is left out; nothing throws on bad input.
 */
export function lowerUnit(
  tree: SyntaxTree,
  language: 'c' | 'cpp',
  parser: Parser,
  outer?: Symbols,
): TranslationUnit {
  return new UnitLowering(tree, language, parser, outer).run();
}

/** Containers whose children are file-level declarations too. */
const CONTAINERS = new Set([
  'translation_unit',
  'linkage_specification',
  'declaration_list',
  'namespace_definition',
  'template_declaration',
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
  'ERROR',
  'field_declaration_list',
  'export_declaration',
]);

class UnitLowering {
  private readonly tree: SyntaxTree;
  private readonly language: 'c' | 'cpp';
  private readonly symbols: Symbols;
  private readonly lowering: FunctionLowering;
  private readonly functions: CFunction[] = [];
  private readonly globals: { variable: Variable; init: Expr | undefined }[] = [];
  private readonly classes: ClassOutline[] = [];
  private readonly pending: { node: SyntaxNode; owner: string }[] = [];
  private nextGlobal = -1_000_000;
  private readonly doubtful = new Set<string>();

  constructor(tree: SyntaxTree, language: 'c' | 'cpp', parser: Parser, outer: Symbols | undefined) {
    this.tree = tree;
    this.language = language;
    this.symbols = new Symbols(outer);
    const parseFragment = (text: string): SyntaxNode => parseSyntax(parser, text).root;
    this.lowering = new FunctionLowering(this.symbols, tree.text, parseFragment, new Map());
    this.lowering.hasMethods = language === 'cpp';
  }

  run(): TranslationUnit {
    this.collectMacros(this.tree.root);
    this.declarations(this.tree.root, '');
    for (const { node, owner } of this.pending) this.define(node, owner);
    const { tree, language, symbols, functions, globals, classes } = this;
    return {
      language,
      tree,
      symbols,
      functions,
      globals,
      classes,
      addressTaken: this.addressTaken(),
      fieldTargets: fieldTargets(functions, globals, symbols),
      neverReturns: neverReturning(functions),
    };
  }

  private text(node: SyntaxNode): string {
    return this.tree.textOf(node);
  }

  private collectMacros(node: SyntaxNode): void {
    for (const child of node.children) {
      if (child.type === 'preproc_def' || child.type === 'preproc_function_def') this.macro(child);
      else if (CONTAINERS.has(child.type) || child.type === 'preproc_call')
        this.collectMacros(child);
      else if (child.type === 'function_definition')
        this.collectMacros(childOf(child, 'body') ?? child);
    }
  }

  private macro(node: SyntaxNode): void {
    const nameNode = childOf(node, 'name');
    if (nameNode === undefined) return;
    const name = this.text(nameNode);
    const value = childOf(node, 'value');
    const body =
      value === undefined ? '' : withoutComments(this.text(value).replace(/\\\r?\n/g, ' ')).trim();
    const list = childOf(node, 'parameters');
    const parameters = list?.children.map((child) => this.text(child));
    const macro: Macro = { name, parameters, body };
    const known = this.symbols.macros.get(name);
    // Which of two definitions holds depends on the build: then nobody knows.
    if (known !== undefined && known.body !== body) this.doubtful.add(name);
    if (this.doubtful.has(name)) this.symbols.macros.delete(name);
    else this.symbols.macros.set(name, macro);
  }

  private declarations(node: SyntaxNode, owner: string): void {
    if (
      node.type === 'preproc_if' &&
      /^0+$/.test(this.text(childOf(node, 'condition') ?? node).trim())
    ) {
      const alternative = childOf(node, 'alternative');
      if (alternative !== undefined) this.declarations(alternative, owner);
      return;
    }
    for (const child of node.children) {
      switch (child.type) {
        case 'function_definition':
        case 'inline_method_definition':
          this.announce(child, owner);
          break;
        case 'declaration':
          this.declaration(child, owner);
          break;
        case 'type_definition':
          this.typedef(child);
          break;
        case 'alias_declaration':
          this.alias(child);
          break;
        case 'namespace_definition': {
          const body = childOf(child, 'body');
          if (body !== undefined) this.declarations(body, owner);
          break;
        }
        case 'field_declaration':
        case 'struct_specifier':
        case 'union_specifier':
        case 'class_specifier':
        case 'enum_specifier':
          this.specifier(child, owner);
          break;
        default:
          if (CONTAINERS.has(child.type)) this.declarations(child, owner);
      }
    }
  }

  private specifier(node: SyntaxNode, owner: string): void {
    if (node.type === 'field_declaration') {
      const type = childOf(node, 'type');
      if (type !== undefined && childOf(type, 'body') !== undefined) this.specifier(type, owner);
      return;
    }
    const type = typeOfSpecifier(node, this.lowering);
    const body = childOf(node, 'body');
    if (body === undefined || node.type === 'enum_specifier') return;
    const name = type.kind === 'record' ? type.name : '';
    if (this.language === 'cpp') {
      const clause = node.children.find((child) => child.type === 'base_class_clause');
      const bases = (clause?.children ?? [])
        .filter((child) => /identifier|template_type/.test(child.type))
        .map((child) => this.text(child));
      this.classes.push({ name, bases, node });
    }
    this.declarations(body, name);
  }

  private declaration(node: SyntaxNode, owner: string): void {
    const typeNode = childOf(node, 'type');
    if (typeNode !== undefined && childOf(typeNode, 'body') !== undefined)
      this.specifier(typeNode, owner);
    const base = specifiedType(node, this.lowering);
    const isStatic = node.children.some(
      (child) => child.type === 'storage_class_specifier' && this.text(child) === 'static',
    );
    const constant = node.children.some(
      (child) => child.type === 'type_qualifier' && /^const/.test(this.text(child)),
    );
    for (const declarator of childrenOf(node, 'declarator')) {
      const hasInit = declarator.type === 'init_declarator';
      const inner = hasInit ? (childOf(declarator, 'declarator') ?? declarator) : declarator;
      const declared = declare(inner, base, this.lowering);
      if (declared.name === '') continue;
      if (declared.type.kind === 'function') {
        this.prototype(declared.name, declared.type, declared.parameters);
        continue;
      }
      const valueNode = hasInit ? childOf(declarator, 'value') : undefined;
      const init = valueNode === undefined ? undefined : this.lowering.lower(valueNode);
      this.nextGlobal -= 1;
      const variable: Variable = {
        name: declared.name,
        type: completed(declared.type, init),
        scope: isStatic ? 'static' : 'global',
        id: this.nextGlobal,
        position: -1,
        constant,
        start: declared.node.start,
        end: declared.node.end,
      };
      this.symbols.globals.set(declared.name, variable);
      this.globals.push({ variable, init });
    }
  }

  private prototype(name: string, type: CType, parameters: SyntaxNode | undefined): void {
    if (type.kind !== 'function') return;
    const variadic =
      parameters?.children.some((child) => /variadic|^\.\.\.$/.test(child.type)) ?? false;
    this.symbols.functions.set(name, {
      name,
      returns: type.returns,
      parameters: type.parameters,
      variadic,
    });
  }

  private typedef(node: SyntaxNode): void {
    const typeNode = childOf(node, 'type');
    if (typeNode !== undefined && childOf(typeNode, 'body') !== undefined)
      this.specifier(typeNode, '');
    const base = specifiedType(node, this.lowering);
    for (const declarator of childrenOf(node, 'declarator')) {
      const declared = declare(declarator, base, this.lowering);
      if (declared.name === '') continue;
      const type = this.named(declared.type, declared.name);
      this.symbols.typedefs.set(declared.name, type);
    }
  }

  /** `typedef struct { … } name;` gives a record that has no name that of the typedef, which other files know. */
  private named(type: CType, name: string): CType {
    if (type.kind !== 'record' || !type.name.startsWith('<')) return type;
    const record = this.symbols.record(type.name);
    if (record === undefined) return type;
    this.symbols.records.set(name, { ...record, name });
    return { kind: 'record', name };
  }

  private alias(node: SyntaxNode): void {
    const name = childOf(node, 'name');
    const type = childOf(node, 'type');
    if (name === undefined || type === undefined) return;
    const base = specifiedType(type, this.lowering);
    const declarator = childOf(type, 'declarator');
    this.symbols.typedefs.set(
      this.text(name),
      declarator === undefined ? base : declare(declarator, base, this.lowering).type,
    );
  }

  /** Notes a definition; bodies are lowered once every name of the file is known. */
  private announce(node: SyntaxNode, owner: string): void {
    const typeNode = childOf(node, 'type');
    if (typeNode !== undefined && childOf(typeNode, 'body') !== undefined)
      this.specifier(typeNode, owner);
    const declarator = childOf(node, 'declarator');
    if (declarator !== undefined) {
      const declared = declare(declarator, specifiedType(node, this.lowering), this.lowering);
      this.prototype(declared.name, declared.type, declared.parameters);
    }
    this.pending.push({ node, owner });
  }

  private define(node: SyntaxNode, owner: string): void {
    const declarator = childOf(node, 'declarator');
    if (declarator === undefined || childOf(node, 'body') === undefined) return;
    const declared = declare(declarator, specifiedType(node, this.lowering), this.lowering);
    if (declared.parameters === undefined) return;
    const header = this.tree.text.slice(node.start, childOf(node, 'body')?.start ?? node.end);
    const isStatic = node.children.some(
      (child) => child.type === 'storage_class_specifier' && /static/.test(this.text(child)),
    );
    const qualified =
      owner === '' || declared.name.includes('::') ? declared.name : `${owner}::${declared.name}`;
    const outline = {
      name: declared.name.slice(
        declared.name.includes('::') ? declared.name.lastIndexOf('::') + 2 : 0,
      ),
      qualifiedName: qualified,
      returns: declared.type.kind === 'function' ? declared.type.returns : UNKNOWN,
      exported: !isStatic,
      isNoexcept: /\bnoexcept\b(?!\s*\(\s*false)/.test(header),
      isMethod: qualified.includes('::'),
      variadic: declared.parameters.children.some((child) => /variadic|^\.\.\.$/.test(child.type)),
    };
    this.functions.push(this.lowering.lowerFunction(node, outline, declared.parameters));
  }

  private addressTaken(): Set<string> {
    const taken = new Set<string>();
    const names = new Set(this.functions.map((fn) => fn.name));
    const visit = (node: SyntaxNode, called: boolean): void => {
      if (node.type === 'identifier' && !called) {
        const name = this.text(node);
        if (names.has(name)) taken.add(name);
      }
      for (const child of node.children) {
        if (child.field === 'declarator' && child.type !== 'init_declarator') continue;
        visit(child, node.type === 'call_expression' && child.field === 'function');
      }
    };
    visit(this.tree.root, false);
    return taken;
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
}
