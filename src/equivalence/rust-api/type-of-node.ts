import { isDeepStrictEqual } from 'node:util';
import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import { convertibleOf } from './convertible.ts';
import { type CallbackNames, callbackOf } from './rust-callback.ts';
import type { RustApiType } from './rust-type.ts';
import { streamOf } from './stream-traits.ts';

/** `type Parsed<T> = Result<T, Error>;`: what is written behind the `=`, and the parameters. */
interface TypeAlias {
  readonly tree: SyntaxTree;
  readonly node: SyntaxNode;
  readonly names: TypeScope;
  readonly parameters: readonly string[];
}

/** What names mean where a type is written. */
export interface TypeScope extends CallbackNames {
  /** What `Self` is. */
  readonly self: string | undefined;
  /** How many type parameters it has that stand for values of the caller. */
  readonly selfParameters?: number;
  aliasOf(name: string): TypeAlias | undefined;
  /** What a type parameter stands for, where its bounds tell. */
  parameterOf(name: string): RustApiType | undefined;
  /** What every type parameter is that stands for values of the caller. */
  readonly payload?: RustApiType | undefined;
  /** The path of a struct or enum of the crate. */
  pathOf(name: string): string | undefined;
  valueOf(node: SyntaxNode, tree: SyntaxTree): bigint | undefined;
}

/** Aliases of aliases are followed so far. */
const MAX_ALIASES = 8;

const PLAIN: Readonly<Record<string, RustApiType>> = {
  f32: { kind: 'float', bits: 32 },
  f64: { kind: 'float', bits: 64 },
  bool: { kind: 'boolean' },
  char: { kind: 'char' },
  str: { kind: 'str' },
  String: { kind: 'string' },
  Ordering: { kind: 'ordering' },
};

const BITS = { 8: 8, 16: 16, 32: 32, 64: 64, 128: 128, size: 64 } as const;

/** Reads a type. Never fails: what is not supported is of that kind, with its text. */
export function typeOfNode(
  tree: SyntaxTree,
  node: SyntaxNode,
  names: TypeScope,
  depth = 0,
): RustApiType {
  const text = tree.textOf(node);
  const read = (child: SyntaxNode | undefined): RustApiType =>
    child === undefined ? { kind: 'unsupported', text } : typeOfNode(tree, child, names, depth);
  switch (node.type) {
    case 'unit_type':
      return { kind: 'unit' };
    case 'never_type':
      return { kind: 'never' };
    case 'dynamic_type':
    case 'abstract_type':
    case 'bounded_type':
    case 'function_type':
      return (
        streamOf(text) ??
        callbackOf(tree, node, names, read) ??
        convertibleOf(tree, node, read) ?? { kind: 'unsupported', text }
      );
    case 'tuple_type':
      if (/^\(\s*dyn\b/.test(text)) return streamOf(text) ?? { kind: 'unsupported', text };
      return { kind: 'tuple', items: node.children.filter(({ named }) => named).map(read) };
    case 'reference_type': {
      const mutable = node.children.some(({ type }) => type === 'mutable_specifier');
      return { kind: 'reference', to: read(childOf(node, 'type')), mutable };
    }
    case 'array_type':
      return arrayOf(tree, node, names, read(childOf(node, 'element')));
    case 'generic_type': {
      const base = childOf(node, 'type');
      const list = childOf(node, 'type_arguments')?.children ?? [];
      const isType = ({ named, type }: SyntaxNode) => named && type !== 'lifetime';
      const name = base === undefined ? '' : lastName(tree.textOf(base));
      return genericOf(name, list.filter(isType).map(read), text, names, depth);
    }
    case 'primitive_type':
    case 'type_identifier':
    case 'scoped_type_identifier':
      return namedType(lastName(text), text, names, depth);
    default:
      return { kind: 'unsupported', text };
  }
}

function arrayOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  names: TypeScope,
  of: RustApiType,
): RustApiType {
  const length = childOf(node, 'length');
  if (length === undefined) return { kind: 'slice', of };
  const value = names.valueOf(length, tree);
  if (value === undefined || value < 0n || value > 1n << 24n) {
    return { kind: 'unsupported', text: tree.textOf(node) };
  }
  return { kind: 'array', of, length: Number(value) };
}

function genericOf(
  name: string,
  args: readonly RustApiType[],
  text: string,
  names: TypeScope,
  depth: number,
): RustApiType {
  const [first, second] = args;
  if (first === undefined) return namedType(name, text, names, depth);
  if (name === 'Vec' || name === 'Option' || name === 'Box') {
    const kinds = { Vec: 'vec', Option: 'option', Box: 'box' } as const;
    return { kind: kinds[name], of: first };
  }
  if (name === 'Result' && second === undefined && /^(?:std::)?io::Result\b/.test(text)) {
    return { kind: 'result', ok: first, error: { kind: 'ioError' } };
  }
  const item = name === 'Result' ? undefined : names.pathOf(name);
  if (item !== undefined && args.every((one) => isDeepStrictEqual(one, names.payload))) {
    return { kind: 'item', path: item, parameters: args.length };
  }
  if (name === 'Result' && second !== undefined) {
    return { kind: 'result', ok: first, error: second };
  }
  // `type Result<T> = std::result::Result<T, Error>;`, `type Parsed<T> = Result<T, Error>;`
  const alias = depth > MAX_ALIASES ? undefined : names.aliasOf(name);
  if (alias === undefined) return { kind: 'unsupported', text };
  const parameters = new Map(alias.parameters.map((parameter, at) => [parameter, args[at]]));
  const scope = {
    ...alias.names,
    parameterOf: (one: string) => parameters.get(one) ?? alias.names.parameterOf(one),
  };
  return typeOfNode(alias.tree, alias.node, scope, depth + 1);
}

function namedType(name: string, text: string, names: TypeScope, depth: number): RustApiType {
  const integer = name === 'bool' ? undefined : scalarType(name);
  if (integer !== undefined) return integer;
  if (/^(?:std::)?io::Error$/.test(text)) return { kind: 'ioError' };
  const parameter = names.parameterOf(name);
  if (parameter !== undefined) return parameter;
  const wanted = name === 'Self' ? (names.self ?? name) : name;
  const callback = names.callbackOf?.(wanted);
  if (callback !== undefined) return callback;
  const path = names.pathOf(wanted);
  if (path !== undefined && name === 'Self') return selfType(path, names);
  if (path !== undefined) return { kind: 'item', path };
  const alias = depth > MAX_ALIASES ? undefined : names.aliasOf(wanted);
  if (alias !== undefined) return typeOfNode(alias.tree, alias.node, alias.names, depth + 1);
  if (name === 'File' || name === 'OwnedFd' || name === 'BorrowedFd') return { kind: 'file', name };
  if (name === 'Path' || name === 'PathBuf' || name === 'OsStr' || name === 'OsString') {
    return { kind: 'path', name };
  }
  return PLAIN[name] ?? { kind: 'unsupported', text };
}

/** `Self`. @param path of its type */
export function selfType(path: string, { selfParameters = 0 }: TypeScope): RustApiType {
  return { kind: 'item', path, ...(selfParameters > 0 ? { parameters: selfParameters } : {}) };
}

/** The type of an integer or `bool` by its name. */
export function scalarType(name: string): RustApiType | undefined {
  if (name === 'bool') return { kind: 'boolean' };
  const integer = /^([iu])(8|16|32|64|128|size)$/.exec(name);
  if (integer === null) return undefined;
  const bits = Object.entries(BITS).find(([key]) => key === integer[2])?.[1] ?? 64;
  return { kind: 'integer', name, bits, signed: integer[1] === 'i' };
}

function lastName(path: string): string {
  return path.replace(/^.*::/s, '').trim();
}
