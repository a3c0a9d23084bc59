import { childOf, childrenOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { boundsOf, type GenericBounds, NO_BOUNDS, withBounds } from './generics.ts';
import { Imports } from './imports.ts';
import type {
  ForeignFunction,
  RustField,
  RustFunction,
  RustGlobal,
  RustImpl,
  RustParameter,
  RustSignature,
  RustStruct,
} from './items.ts';
import { macroRules } from './macro-rules.ts';
import { lastSegment, pathText } from './path.ts';
import { type RustType, typeOf } from './types.ts';

export interface RustItems {
  readonly imports: Imports;
  readonly functions: readonly RustFunction[];
  readonly structs: readonly RustStruct[];
  readonly impls: readonly RustImpl[];
  readonly globals: readonly RustGlobal[];
  readonly foreign: readonly ForeignFunction[];
  /** Methods that traits declare without a body. */
  readonly declared: readonly RustSignature[];
  /** The rules of macros, each as a function of what its parameters stand for. */
  readonly macros: readonly RustFunction[];
  /** Modules in other files that only tests are built with. */
  readonly testModules: readonly string[];
}

interface ItemContext {
  readonly isTest: boolean;
  readonly owner: string;
  readonly trait: string;
  readonly bounds: GenericBounds;
}

/** Finds every item of a file, at any depth, in one walk (two for imports, which types need). */
export function collectItems(tree: SyntaxTree): RustItems {
  const imports = new Imports();
  const pending: SyntaxNode[] = [tree.root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'use_declaration') imports.add(tree, node);
    for (const child of node.children) if (child.children.length > 0) pending.push(child);
  }
  const reader = new ItemCollector(tree, imports);
  reader.children(tree.root, { isTest: false, owner: '', trait: '', bounds: NO_BOUNDS });
  return reader;
}

class ItemCollector implements RustItems {
  readonly functions: RustFunction[] = [];
  readonly structs: RustStruct[] = [];
  readonly impls: RustImpl[] = [];
  readonly globals: RustGlobal[] = [];
  readonly foreign: ForeignFunction[] = [];
  readonly declared: RustSignature[] = [];
  readonly macros: RustFunction[] = [];
  readonly testModules: string[] = [];
  readonly imports: Imports;
  private readonly tree: SyntaxTree;

  constructor(tree: SyntaxTree, imports: Imports) {
    this.tree = tree;
    this.imports = imports;
  }

  children(parent: SyntaxNode, around: ItemContext): void {
    let attributes: string[] = [];
    for (const node of parent.children) {
      if (node.type === 'attribute_item') {
        attributes.push(attributeText(this.tree.textOf(node)));
        continue;
      }
      if (node.children.length > 0) this.item(node, attributes, around);
      attributes = [];
    }
  }

  private item(node: SyntaxNode, attributes: readonly string[], around: ItemContext): void {
    const isTest = around.isTest || attributes.some(isTestAttribute);
    switch (node.type) {
      case 'function_item':
        this.addFunction(node, attributes, { ...around, isTest });
        this.children(node, { isTest, owner: '', trait: '', bounds: NO_BOUNDS });
        return;
      case 'struct_item':
        this.addStruct(node, attributes, isTest);
        return;
      case 'impl_item':
        this.addImpl(node, isTest);
        return;
      case 'trait_item':
        this.children(node, {
          ...{ isTest, owner: this.field(node, 'name'), trait: '' },
          bounds: boundsOf(this.tree, node, NO_BOUNDS),
        });
        return;
      case 'const_item':
      case 'static_item':
        this.addGlobal(node, isTest);
        break;
      case 'function_signature_item':
        this.declared.push(this.signature(node, around));
        return;
      case 'macro_definition':
        this.addMacro(node, isTest);
        return;
      case 'mod_item':
        if (isTest && childOf(node, 'body') === undefined)
          this.testModules.push(this.field(node, 'name'));
        break;
      case 'foreign_mod_item':
        this.addForeign(node);
        return;
      default:
    }
    this.children(node, { ...around, isTest });
  }

  /** The rules of a macro, and the items in those bodies that are read as code. */
  private addMacro(node: SyntaxNode, isTest: boolean): void {
    for (const rule of macroRules(this.tree, node, isTest)) {
      this.macros.push(rule);
      if (rule.body.type === 'block')
        this.children(rule.body, { isTest, owner: '', trait: '', bounds: NO_BOUNDS });
    }
  }

  private addFunction(node: SyntaxNode, attributes: readonly string[], around: ItemContext): void {
    const body = childOf(node, 'body');
    if (body === undefined) return;
    const modifiers = node.children.find((child) => child.type === 'function_modifiers');
    const has = (word: string): boolean =>
      modifiers?.children.some((child) => child.type === word) ?? false;
    const parameters = childOf(node, 'parameters');
    const self = parameters?.children.find((child) => child.type === 'self_parameter');
    this.functions.push({
      ...this.signature(node, around),
      node,
      body,
      parameters: this.parameters(parameters, boundsOf(this.tree, node, around.bounds)),
      attributes,
      isAsync: has('async'),
      isUnsafe: has('unsafe'),
      isPublic: node.children.some(
        (child) => child.type === 'visibility_modifier' && this.tree.textOf(child) === 'pub',
      ),
      isTest: around.isTest,
      abi: has('extern_modifier') ? this.abi(modifiers) : '',
      mutableSelf: self !== undefined && /\bmut\b/.test(this.tree.textOf(self)),
    });
  }

  private signature(node: SyntaxNode, { owner, trait }: ItemContext): RustSignature {
    const parameters = childOf(node, 'parameters')?.children ?? [];
    return {
      name: this.field(node, 'name'),
      ...{ owner, trait },
      returns: this.type(childOf(node, 'return_type')),
      hasSelf: parameters.some(({ type }) => type === 'self_parameter'),
    };
  }

  private parameters(list: SyntaxNode | undefined, bounds = NO_BOUNDS): RustParameter[] {
    const read: RustParameter[] = [];
    for (const node of list?.children ?? []) {
      const pattern = childOf(node, 'pattern');
      if (node.type !== 'parameter' || pattern === undefined) continue;
      const name = pattern.type === 'identifier' ? this.tree.textOf(pattern) : '';
      const type = withBounds(this.type(childOf(node, 'type')), bounds);
      read.push({ name, pattern, type });
    }
    return read;
  }

  private addStruct(node: SyntaxNode, attributes: readonly string[], isTest: boolean): void {
    const fields: RustField[] = [];
    for (const field of childOf(node, 'body')?.children ?? []) {
      const type = childOf(field, 'type');
      if (field.type !== 'field_declaration' || type === undefined) continue;
      const name = this.field(field, 'name');
      fields.push({ name, type: typeOf(this.tree, type, this.imports), node: field });
    }
    for (const [index, type] of orderedFields(childOf(node, 'body')).entries()) {
      fields.push({ name: `${index}`, type: typeOf(this.tree, type, this.imports), node: type });
    }
    const derives = attributes
      .filter((text) => /^derive\b/.test(text))
      .flatMap((text) => text.replace(/^derive\s*\(|\)$/g, '').split(','))
      .map((name) => lastSegment(name.trim()));
    this.structs.push({
      name: this.field(node, 'name'),
      node,
      fields,
      derives,
      attributes,
      isTest,
    });
  }

  private addImpl(node: SyntaxNode, isTest: boolean): void {
    const trait = childOf(node, 'trait');
    const type = this.type(childOf(node, 'type'));
    const traitName = trait === undefined ? '' : lastSegment(pathText(this.tree, trait));
    const isUnsafe = node.children.some((child) => child.type === 'unsafe');
    this.impls.push({ node, trait: traitName, type, isUnsafe, isTest });
    const body = childOf(node, 'body');
    if (body !== undefined) {
      const bounds = boundsOf(this.tree, node, NO_BOUNDS);
      this.children(body, { isTest, owner: type?.name ?? '', trait: traitName, bounds });
    }
  }

  private addGlobal(node: SyntaxNode, isTest: boolean): void {
    const mutable = node.children.some((child) => child.type === 'mutable_specifier');
    const kind = node.type === 'const_item' ? 'const' : mutable ? 'static mut' : 'static';
    const type = this.type(childOf(node, 'type'));
    const value = childOf(node, 'value');
    this.globals.push({ name: this.field(node, 'name'), node, kind, type, value, isTest });
  }

  private addForeign(node: SyntaxNode): void {
    const abi = this.abi(node);
    for (const item of childOf(node, 'body')?.children ?? []) {
      if (item.type !== 'function_signature_item') continue;
      this.foreign.push({
        name: this.field(item, 'name'),
        node: item,
        abi,
        parameters: this.parameters(childOf(item, 'parameters')),
        returns: this.type(childOf(item, 'return_type')),
      });
    }
  }

  private abi(node: SyntaxNode | undefined): string {
    const modifier = node?.children.find((child) => child.type === 'extern_modifier');
    const literal = modifier?.children.find((child) => child.type === 'string_literal');
    return literal === undefined ? 'C' : this.tree.textOf(literal).replace(/"/g, '');
  }

  private field(node: SyntaxNode, field: string): string {
    return childrenOf(node, field)
      .slice(0, 1)
      .map((child) => this.tree.textOf(child))
      .join('');
  }

  private type(node: SyntaxNode | undefined): RustType | undefined {
    return node === undefined ? undefined : typeOf(this.tree, node, this.imports);
  }
}

/** `#[derive(Debug)]` without its brackets. */
function attributeText(written: string): string {
  return written.slice(written.indexOf('[') + 1, -1).trim();
}

/** The field types of a tuple struct. */
function orderedFields(body: SyntaxNode | undefined): SyntaxNode[] {
  return body?.type === 'ordered_field_declaration_list' ? childrenOf(body, 'type') : [];
}

/** `test`, `tokio::test`, `rstest`, `cfg(test)`, `cfg(all(test, unix))`; not `cfg(not(test))`. */
function isTestAttribute(text: string): boolean {
  if (/^(?:\w+::)*(?:test|rstest|test_case|bench|proptest)\b/.test(text)) return true;
  return /^cfg\b.*\btest\b/.test(text) && !/\bnot\s*\(\s*test\b/.test(text);
}
