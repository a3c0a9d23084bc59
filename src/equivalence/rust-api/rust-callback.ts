import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import {
  callbackInside,
  type RustApiType,
  type RustCallback,
  type RustTrait,
} from './rust-type.ts';

const BYTES: RustApiType = {
  kind: 'slice',
  of: { kind: 'integer', name: 'u8', bits: 8, signed: false },
};
const COUNT: RustApiType = { kind: 'integer', name: 'usize', bits: 64, signed: false };

/** `impl std::io::Read`: a source of bytes. */
const READ: RustCallback = {
  kind: 'callback',
  params: [{ kind: 'reference', to: BYTES, mutable: true }],
  returns: { kind: 'result', ok: COUNT, error: { kind: 'ioError' } },
  as: { trait: 'std::io::Read', method: 'read', self: '&mut self' },
  text: 'std::io::Read',
};

/** The code of the caller that a type is where C calls a function: what reads is one, too. */
export function callbackTypeOf(type: RustApiType): RustCallback | undefined {
  if (type.kind === 'stream') return type.does === 'reads' ? READ : undefined;
  if (type.kind === 'reference') return callbackTypeOf(type.to);
  if (type.kind === 'box' || type.kind === 'option') return callbackTypeOf(type.of);
  return callbackInside(type);
}

const CLOSURES = ['Fn', 'FnMut', 'FnOnce'] as const;

/** What names mean where code of the caller is asked for. */
export interface CallbackNames {
  /** What code of the caller a type parameter, or a trait of the crate, is. */
  callbackOf?(name: string): RustCallback | undefined;
}

/**
 * The code of the caller that a type stands for: `fn(…)`, `impl FnMut(…)`, `dyn FnMut(…)`, or one of a
 * trait with a single method to write. `Send`, `Sync` and lifetimes beside it change nothing.
 * @param typeOf reads the type of a parameter or result
 */
export function callbackOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  names: CallbackNames,
  typeOf: (node: SyntaxNode) => RustApiType,
): RustCallback | undefined {
  const inner = (child: SyntaxNode | undefined) =>
    child === undefined ? undefined : callbackOf(tree, child, names, typeOf);
  switch (node.type) {
    case 'dynamic_type':
    case 'abstract_type':
      return inner(childOf(node, 'trait'));
    case 'bounded_type':
    case 'trait_bounds': {
      const found = node.children.map(inner).filter((one) => one !== undefined);
      return found.length === 1 ? found[0] : undefined;
    }
    case 'function_type':
      return functionType(tree, node, typeOf);
    case 'type_identifier':
    case 'scoped_type_identifier': {
      const text = tree.textOf(node);
      if (/^(?:(?:std::)?io::)?Read$/.test(text)) return names.callbackOf?.('Read') ?? READ;
      return names.callbackOf?.(text.replace(/^.*::/s, ''));
    }
    default:
      return undefined;
  }
}

function functionType(
  tree: SyntaxTree,
  node: SyntaxNode,
  typeOf: (node: SyntaxNode) => RustApiType,
): RustCallback | undefined {
  const trait = childOf(node, 'trait');
  const as = trait === undefined ? 'pointer' : CLOSURES.find((one) => one === tree.textOf(trait));
  if (as === undefined) return undefined;
  if (as === 'pointer' && /\b(?:unsafe|extern)\b/.test(tree.textOf(node))) return undefined;
  const params = (childOf(node, 'parameters')?.children ?? []).flatMap((param) => {
    const type = param.type === 'parameter' ? childOf(param, 'type') : param;
    return type?.named === true ? [typeOf(type)] : [];
  });
  const returns = childOf(node, 'return_type');
  return {
    kind: 'callback',
    params,
    returns: returns === undefined ? { kind: 'unit' } : typeOf(returns),
    as,
    text: tree.textOf(node),
  };
}

/**
 * What a trait of the crate asks of the caller's code, if that is a single method.
 * @param path from the root of the crate
 */
export function traitCallback(
  tree: SyntaxTree,
  node: SyntaxNode,
  path: string,
  typeOf: (node: SyntaxNode) => RustApiType,
): RustCallback | undefined {
  const items = childOf(node, 'body')?.children ?? [];
  const required = items.filter(({ type }) => type === 'function_signature_item');
  const [method, ...more] = required;
  const isPlain = childOf(node, 'type_parameters') === undefined && !childOf(node, 'bounds');
  if (method === undefined || more.length > 0 || !isPlain) return undefined;
  if (items.some(({ type }) => type === 'associated_type' || type === 'const_item')) {
    return undefined;
  }
  const name = childOf(method, 'name');
  const [self, ...params] = childOf(method, 'parameters')?.children.filter(isParam) ?? [];
  const receiver = self === undefined ? '' : tree.textOf(self).replace(/\s+/g, ' ');
  if (name === undefined || (receiver !== '&self' && receiver !== '&mut self')) return undefined;
  const as: RustTrait = { trait: `crate::${path}`, method: tree.textOf(name), self: receiver };
  const returns = childOf(method, 'return_type');
  return {
    kind: 'callback',
    params: params.map((param) => {
      const type = childOf(param, 'type');
      return type === undefined ? { kind: 'unsupported', text: tree.textOf(param) } : typeOf(type);
    }),
    returns: returns === undefined ? { kind: 'unit' } : typeOf(returns),
    as,
    text: path,
  };
}

function isParam({ type }: SyntaxNode): boolean {
  return type === 'self_parameter' || type === 'parameter';
}
