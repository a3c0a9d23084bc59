import { evaluateConstant } from '../../code/rust/ranges/constant-expression.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { childOf, childrenOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import { cachedSyntax } from '../../code/syntax/syntax-cache.ts';
import { isSameName } from '../name-matching.ts';
import { calledFunctions } from './called-functions.ts';
import { convertibleOf } from './convertible.ts';
import { type DeclaredItem, declaredItems } from './declared-items.ts';
import { paramOf, problemOf } from './function-signature.ts';
import { reachedTexts } from './reached-texts.ts';
import { callbackOf, traitCallback } from './rust-callback.ts';
import { accessOf, type RustStatic } from './rust-static.ts';
import type {
  RustApiEnum,
  RustApiFunction,
  RustApiStruct,
  RustApiType,
  RustCallback,
  RustParam,
} from './rust-type.ts';
import { scalarType, type TypeScope, typeOfNode } from './type-of-node.ts';
import { boundsOf, genericsOf, streamsOf, typeParameters } from './type-parameters.ts';

/** What a crate declares: its types, functions and statics. */
export class RustCrate {
  private readonly items: readonly DeclaredItem[];
  private readonly byName = new Map<string, DeclaredItem[]>();
  /** What stands for type parameters. */
  readonly payload: RustApiType | undefined;

  private constructor(items: readonly DeclaredItem[], payload?: RustApiType) {
    this.items = items;
    this.payload = payload;
    for (const item of items) {
      if (item.kind === 'function') continue;
      this.byName.set(item.name, [...(this.byName.get(item.name) ?? []), item]);
    }
  }

  /** Parses the `.rs` files of a crate. @param sources texts by path relative to `src/`, with `/` */
  static async parse(sources: ReadonlyMap<string, string>, grammars: Grammars): Promise<RustCrate> {
    const items: DeclaredItem[] = [];
    const parser = await grammars.parser('rust');
    for (const [path, text] of sources) {
      items.push(...declaredItems(cachedSyntax(parser, text), moduleOf(path)));
    }
    return new RustCrate(items);
  }

  /** The same crate, where each type parameter that stands for values of the caller is this type. */
  withPayload(payload: RustApiType): RustCrate {
    return new RustCrate(this.items, payload);
  }

  /** Whether a function, or a type of its signature, has a type parameter for values of the caller. */
  isGeneric(path: string): boolean {
    const item = this.items.find((one) => isCallable(one) && pathOf(one) === path);
    if (item === undefined) return false;
    const parameters = [item.node, item.impl?.node].flatMap((owner) =>
      owner === undefined ? [] : typeParameters(item.tree, owner),
    );
    const names = this.namesFor(item);
    return parameters.some(
      (name) => names.parameterOf(name) === undefined && names.callbackOf?.(name) === undefined,
    );
  }

  /** Functions and methods, those of traits left out. */
  functions(): RustApiFunction[] {
    return this.items.filter(isCallable).map((item) => this.functionOf(item));
  }

  /** The function or method of a path such as `crc::crc32` or `bitset::Bitset::set`. */
  function(path: string): RustApiFunction | undefined {
    const wanted = path.replace(/^crate::/, '');
    const found = this.items.find((item) => isCallable(item) && this.isAt(item, wanted));
    return found === undefined ? undefined : this.functionOf(found);
  }

  /**
   * The function that gives the first value of a struct: `Default` or a `new` that takes nothing; undefined where
   * there is none. @param path of the struct
   */
  defaultOf(path: string): RustApiFunction | undefined {
    const item = this.items.find((one) => one.kind === 'struct' && pathOf(one) === path);
    if (item === undefined || typeParameters(item.tree, item.node).length > 0) return undefined;
    const isOf = ({ impl, module }: DeclaredItem) =>
      impl !== undefined && this.findItem(impl.type, module) === item;
    const own = this.items.filter((one) => one.kind === 'function' && isOf(one));
    const found =
      own.find(({ name, impl }) => name === 'default' && impl?.trait === true) ??
      own.find((one) => one.name === 'new' && one.impl?.trait === false);
    const given = found && this.functionOf(found);
    if (given !== undefined && given.problem === undefined && given.params.length === 0) {
      return given.returns.kind === 'item' && given.returns.path === path ? given : undefined;
    }
    if (!item.derives.includes('Default')) return undefined;
    return {
      ...{ path: `${path}::default`, name: 'default', owner: path, params: [] },
      ...{ returns: { kind: 'item', path }, isUnsafe: false, isEmpty: false, problem: undefined },
    };
  }

  /** The struct or enum of a path. */
  item(path: string): RustApiStruct | RustApiEnum | undefined {
    const found = this.items.find(
      (item) => (item.kind === 'struct' || item.kind === 'enum') && pathOf(item) === path,
    );
    if (found === undefined) return undefined;
    return found.kind === 'struct' ? this.struct(found) : this.enumeration(found);
  }

  /**
   * The static named like a variable of C, if it can be changed: the only one, or that of the module.
   * @param path of a function of the module
   */
  variable(name: string, path: string): RustStatic | undefined {
    const all = this.items.filter(
      (item) =>
        item.node.type === 'static_item' && item.impl === undefined && isSameName(name, item.name),
    );
    const here = all.filter(({ module }) => path.startsWith(`${module.join('::')}::`));
    const found = here.length > 0 ? here : all;
    const [item] = found;
    const node = item && childOf(item.node, 'type');
    if (item === undefined || node === undefined || found.length > 1) return undefined;
    const isMut = item.node.children.some(({ type }) => type === 'mutable_specifier');
    const known = accessOf(item.tree.textOf(node), isMut);
    if (known === undefined) return undefined;
    const names = this.namesFor(item);
    const isLock = known.access === 'lock' || known.access === 'write';
    const inner = isLock ? childOf(node, 'type_arguments')?.children.find(isNamed) : node;
    const type = scalarType(known.inner) ?? (inner && typeOfNode(item.tree, inner, names));
    return type && { name: item.name, path: pathOf(item), type, access: known.access };
  }

  /** Whether a function, or one that it names, keeps something from one call to another. @param path of it */
  keepsState(path: string): boolean {
    const trees = new Set(this.items.map(({ tree }) => tree));
    const kept = [...trees].flatMap((tree) =>
      [...tree.textOf(tree.root).matchAll(KEEPS_STATE)].map(([, name = '']) => name),
    );
    const names = new RegExp(`\\b(?:${kept.join('|')})\\b`);
    return kept.length > 0 && this.textsReached(path).some((text) => names.test(text));
  }

  /** Whether a function, or one that it names, ends the process. @param path of a function */
  endsProcess(path: string): boolean {
    return this.textsReached(path).some((text) => /\bprocess::(?:exit|abort)\b/.test(text));
  }

  /**
   * Whether a function, one that it names, or a trait of the struct, mentions a field of the struct: operators, and loops,
   * call functions of traits without their names.
   * @param path of the function
   */
  mayTouchField(path: string, struct: string, field: string): boolean {
    const type = struct.replace(/^.*::/s, '');
    const ofTraits = this.items.filter(({ impl }) => impl?.trait === true && impl.type === type);
    const texts = [...this.textsReached(path), ...ofTraits.map((one) => one.tree.textOf(one.node))];
    const mentions = new RegExp(String.raw`\b${field}\b`);
    return texts.some((text) => mentions.test(text));
  }

  /** The paths of the functions that a function calls, and those call, as far as names tell them. @param path of it */
  calledFrom(path: string): string[] {
    const functions = this.items.filter(isCallable);
    const wanted = path.replace(/^crate::/, '');
    const own = functions.filter((item) => this.isAt(item, wanted));
    const seen = new Set(own);
    for (const item of seen) for (const one of calledFunctions(item, functions)) seen.add(one);
    return [...seen].filter((item) => !own.includes(item)).map((item) => this.pathToCall(item));
  }

  /** The texts of a function and of all that have a name of those that it calls. */
  private textsReached(path: string): string[] {
    const own = this.items.filter((item) => item.kind === 'function' && this.isAt(item, path));
    return reachedTexts(own, this.items);
  }

  /** Whether an item has that path, by its own place or, for a method, by that of its type. */
  private isAt(item: DeclaredItem, path: string): boolean {
    return pathOf(item) === path || this.pathToCall(item) === path;
  }

  /** The block of a method may stand where its type has no path that others can use: the type's own is used. */
  private pathToCall(item: DeclaredItem): string {
    const owner = item.impl && this.findItem(item.impl.type, item.module);
    return owner === undefined ? pathOf(item) : `${pathOf(owner)}::${item.name}`;
  }

  private functionOf(item: DeclaredItem): RustApiFunction {
    const { node, tree, impl } = item;
    const names = this.namesFor(item);
    const params: RustParam[] = [];
    for (const param of childOf(node, 'parameters')?.children ?? []) {
      const read = paramOf(tree, param, names);
      if (read !== undefined) params.push(read);
    }
    const returns = childOf(node, 'return_type');
    const modifiers = node.children.find((child) => child.type === 'function_modifiers');
    const words = modifiers === undefined ? '' : tree.textOf(modifiers);
    const owner = impl === undefined ? undefined : this.findItem(impl.type, item.module);
    return {
      path: this.pathToCall(item),
      name: item.name,
      owner: owner === undefined ? undefined : pathOf(owner),
      params,
      returns: returns === undefined ? { kind: 'unit' } : typeOfNode(tree, returns, names),
      isUnsafe: /\bunsafe\b/.test(words),
      isEmpty: isEmptyBody(tree, childOf(node, 'body')),
      problem: problemOf(item, words, names),
    };
  }

  private struct(item: DeclaredItem): RustApiStruct {
    const { node, tree } = item;
    const names = this.namesFor(item);
    const { fields, isTuple } = fieldsOfBody(tree, childOf(node, 'body'), names);
    return {
      kind: 'struct',
      path: pathOf(item),
      generics: genericsOf(item, names),
      ...{ fields, isTuple },
    };
  }

  private enumeration(item: DeclaredItem): RustApiEnum {
    const { node, tree } = item;
    const names = this.namesFor(item);
    let next = 0n;
    const variants = (childOf(node, 'body')?.children ?? [])
      .filter((child) => child.type === 'enum_variant')
      .map((variant) => {
        const name = childOf(variant, 'name');
        const value = childOf(variant, 'value');
        const hasFields = childOf(variant, 'body') !== undefined;
        const own = value === undefined ? next : this.constantOf(tree, value, item.module);
        next = (own ?? next) + 1n;
        return {
          name: name === undefined ? '' : tree.textOf(name),
          hasFields,
          ...fieldsOfBody(tree, childOf(variant, 'body'), names),
          value: hasFields ? undefined : own,
        };
      });
    return { kind: 'enum', path: pathOf(item), variants };
  }

  private namesFor(item: DeclaredItem): TypeScope {
    return {
      self: item.impl?.type ?? (item.kind === 'function' ? undefined : item.name),
      selfParameters:
        this.payload === undefined || item.impl === undefined
          ? 0
          : typeParameters(item.tree, item.impl.node).length,
      aliasOf: (name) => {
        const alias = this.findItem(name, item.module);
        const type = alias?.kind === 'alias' ? childOf(alias.node, 'type') : undefined;
        if (alias === undefined || type === undefined) return undefined;
        const parameters = typeParameters(alias.tree, alias.node);
        return { tree: alias.tree, node: type, names: this.namesFor(alias), parameters };
      },
      parameterOf: (name) =>
        streamsOf(item).get(name) ?? this.converted(name, item) ?? this.payloadOf(name, item),
      payload: this.payload,
      pathOf: (name) => {
        const found = this.findItem(name, item.module);
        return found?.kind === 'struct' || found?.kind === 'enum' ? pathOf(found) : undefined;
      },
      valueOf: (node, tree) => this.constantOf(tree, node, item.module),
      callbackOf: (name) => this.callback(name, item),
    };
  }

  /** What can be given for a type parameter that only a conversion is asked of: `S: AsRef<str>`. */
  private converted(name: string, item: DeclaredItem): RustApiType | undefined {
    const owners = [item.node, item.impl?.node].filter((owner) => owner !== undefined);
    const bounds = owners.flatMap((owner) => boundsOf(item.tree, owner, name));
    const [only] = bounds;
    if (only === undefined || bounds.length > 1) return undefined;
    // Its own bounds do not name it.
    const names = { ...this.namesFor(item), parameterOf: () => undefined };
    return convertibleOf(item.tree, only, (node) => typeOfNode(item.tree, node, names));
  }

  /** What stands for a type parameter that is no code of the caller. */
  private payloadOf(name: string, item: DeclaredItem): RustApiType | undefined {
    if (this.payload === undefined) return undefined;
    const isParameter = [item.node, item.impl?.node].some(
      (owner) => owner !== undefined && typeParameters(item.tree, owner).includes(name),
    );
    return isParameter && this.callback(name, item) === undefined ? this.payload : undefined;
  }

  /** What a type parameter, or a trait of the crate, asks of the caller's code. */
  private callback(name: string, item: DeclaredItem): RustCallback | undefined {
    for (const owner of [item.node, item.impl?.node]) {
      for (const bounds of owner === undefined ? [] : boundsOf(item.tree, owner, name)) {
        // Its own bounds do not name it.
        const names = {
          ...this.namesFor(item),
          callbackOf: (other: string) => this.trait(other, item.module),
        };
        const found = callbackOf(item.tree, bounds, names, (node) =>
          typeOfNode(item.tree, node, names),
        );
        if (found !== undefined) return found;
      }
    }
    return this.trait(name, item.module);
  }

  private trait(name: string, module: readonly string[]): RustCallback | undefined {
    const found = this.findItem(name, module);
    if (found?.kind !== 'trait') return undefined;
    const names = { ...this.namesFor(found), callbackOf: () => undefined };
    return traitCallback(found.tree, found.node, pathOf(found), (node) =>
      typeOfNode(found.tree, node, names),
    );
  }

  private constantOf(
    tree: SyntaxTree,
    node: SyntaxNode,
    module: readonly string[],
    depth = 0,
  ): bigint | undefined {
    if (depth > 8) return undefined;
    return evaluateConstant(tree, node, (name) => {
      const constant = this.findItem(name, module);
      const value = constant === undefined ? undefined : childOf(constant.node, 'value');
      if (constant?.kind !== 'const' || value === undefined) return undefined;
      return this.constantOf(constant.tree, value, constant.module, depth + 1);
    });
  }

  /** By its last name: in the module itself, else the only one of the crate. */
  private findItem(name: string, module: readonly string[]): DeclaredItem | undefined {
    const all = (this.byName.get(name) ?? []).filter(({ impl }) => impl === undefined);
    const here = all.find((item) => item.module.join('::') === module.join('::'));
    return here ?? (all.length === 1 ? all[0] : undefined);
  }
}

/** The fields of a struct or a variant. @param body undefined where it has none */
function fieldsOfBody(
  tree: SyntaxTree,
  body: SyntaxNode | undefined,
  names: TypeScope,
): Pick<RustApiStruct, 'fields' | 'isTuple'> {
  const isTuple = body?.type === 'ordered_field_declaration_list';
  const fields = isTuple
    ? childrenOf(body, 'type').map((type, at) => ({ name: `${at}`, type }))
    : (body?.children ?? []).flatMap((field) => {
        const name = childOf(field, 'name');
        const type = childOf(field, 'type');
        return name === undefined || type === undefined ? [] : [{ name: tree.textOf(name), type }];
      });
  return {
    fields: fields.map(({ name, type }) => ({ name, type: typeOfNode(tree, type, names) })),
    isTuple,
  };
}

/** The name of a `static` that can be changed, within `thread_local!` or not. */
const KEEPS_STATE =
  /\bstatic\s+(?:mut\s+)?(\w+)\s*:\s*(?:(?<=mut\s+\w+\s*:\s*)|[\w:]*\b(?:Atomic\w+|Mutex|RwLock|OnceLock|LazyLock|OnceCell|Cell|RefCell)\b)/g;

/** `src/lib.rs` is the root, `a/mod.rs` and `a.rs` are `a`. */
function moduleOf(path: string): string[] {
  const parts = path.replace(/\.rs$/, '').split('/');
  const last = parts.at(-1);
  const isRoot = parts.length === 1 && (last === 'lib' || last === 'main');
  return isRoot || last === 'mod' ? parts.slice(0, -1) : parts;
}

const NO_WORK =
  /^(?:let\s+_\w*\s*=\s*&?\s*(?:mut\s+)?[\w.]+\s*;|(?:(?:std|core)::)?(?:mem::)?drop\s*\(\s*[\w.]+\s*\)\s*;?|\(\s*\)|;)$/;

function isEmptyBody(tree: SyntaxTree, body: SyntaxNode | undefined): boolean {
  const parts = (body?.children ?? []).filter(
    ({ named, type }) => named && !/_comment$/.test(type),
  );
  return body !== undefined && parts.every((part) => NO_WORK.test(tree.textOf(part).trim()));
}

function isNamed({ named }: SyntaxNode): boolean {
  return named;
}

function isCallable({ kind, impl }: DeclaredItem): boolean {
  return kind === 'function' && impl?.trait !== true;
}

function pathOf({ module, impl, name }: DeclaredItem): string {
  return [...module, ...(impl === undefined ? [] : [impl.type]), name].join('::');
}
