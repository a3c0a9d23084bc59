import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import type { Imports } from './imports.ts';
import { lastSegment, pathText } from './path.ts';

/** A type as far as the text of one file shows it. */
export interface RustType {
  readonly kind: 'named' | 'reference' | 'pointer' | 'slice' | 'array' | 'tuple' | 'other';
  /** The last segment of a named type, such as `Vec`; empty for the rest. */
  readonly name: string;
  /** The path of a named type with imports resolved: `std::sync::Mutex`. */
  readonly path: string;
  /** Type arguments; for references, pointers, slices and arrays the one they are of. */
  readonly inner: readonly RustType[];
  readonly mutable: boolean;
  readonly text: string;
}

/** Reads a type node. Never fails: what it does not know is of kind `other`. */
export function typeOf(tree: SyntaxTree, node: SyntaxNode, imports: Imports): RustType {
  const text = tree.textOf(node);
  const mutable = node.children.some((child) => child.type === 'mutable_specifier');
  const read = (child: SyntaxNode | undefined): RustType[] =>
    child === undefined ? [] : [typeOf(tree, child, imports)];
  switch (node.type) {
    case 'reference_type':
      return plain('reference', text, read(childOf(node, 'type')), mutable);
    case 'pointer_type':
      return plain('pointer', text, read(childOf(node, 'type')), mutable);
    case 'array_type': {
      const kind = childOf(node, 'length') === undefined ? 'slice' : 'array';
      return plain(kind, text, read(childOf(node, 'element')), mutable);
    }
    case 'tuple_type': {
      const members = node.children.filter((child) => child.named);
      return plain('tuple', text, members.flatMap(read), mutable);
    }
    case 'primitive_type':
    case 'type_identifier':
    case 'scoped_type_identifier':
      return named(imports, pathText(tree, node), text, []);
    case 'generic_type': {
      const list = childOf(node, 'type_arguments');
      const members = (list?.children ?? []).filter((child) => child.named);
      return named(imports, pathText(tree, node), text, members.flatMap(read));
    }
    default:
      return plain('other', text, [], mutable);
  }
}

function plain(
  kind: RustType['kind'],
  text: string,
  inner: readonly RustType[],
  mutable: boolean,
): RustType {
  return { kind, name: '', path: '', inner, mutable, text };
}

function named(imports: Imports, path: string, text: string, inner: readonly RustType[]): RustType {
  const resolved = imports.resolve(path);
  const name = lastSegment(resolved);
  return { kind: 'named', name, path: resolved, inner, mutable: false, text };
}

/** A type known by name only, as the result of a call. */
export function simpleType(name: string, inner: readonly RustType[] = []): RustType {
  return { kind: 'named', name, path: name, inner, mutable: false, text: name };
}

/** The type behind references, boxes and shared pointers. */
export function pointee(type: RustType | undefined): RustType | undefined {
  let at = type;
  for (let depth = 0; at !== undefined && depth < 8; depth += 1) {
    const through =
      at.kind === 'reference' || (at.kind === 'named' && /^(?:Box|Arc|Rc)$/.test(at.name));
    if (!through || at.inner.length === 0) return at;
    at = at.inner[0];
  }
  return at;
}

/** Bits and sign of an integer type; `usize` counts as 64 bits, `platform` says it may be less. */
export interface IntegerType {
  readonly bits: number;
  readonly signed: boolean;
  readonly platform: boolean;
}

export function integerType(type: RustType | undefined): IntegerType | undefined {
  if (type?.kind !== 'named') return undefined;
  const match = /^([iu])(8|16|32|64|128|size)$/.exec(type.name);
  if (match === null) return undefined;
  const platform = match[2] === 'size';
  return { bits: platform ? 64 : Number(match[2]), signed: match[1] === 'i', platform };
}

/** Whether values of the type cannot carry text into a command, path or query. */
export function isScalar(type: RustType | undefined): boolean {
  const at = pointee(type);
  return (
    integerType(at) !== undefined ||
    (at?.kind === 'named' && /^(?:f32|f64|bool|Uuid)$/.test(at.name))
  );
}

/** Text or bytes that may come from outside the program: `&str`, `Option<String>`, `&[String]`, `Cow<str>`. */
export function carriesText(type: RustType | undefined): boolean {
  if (type === undefined) return false;
  if (type.kind === 'named') {
    if (/^(?:str|String|OsStr|OsString|Path|PathBuf|CStr|CString|Bytes)$/.test(type.name))
      return true;
    return /^(?:Vec|Option|Box|Cow|Arc|Rc)$/.test(type.name) && type.inner.some(carriesText);
  }
  if (type.kind === 'other')
    return /\bimpl\b.*\b(?:AsRef|Into)<\s*(?:str|String|Path|OsStr)/.test(type.text);
  return type.kind !== 'pointer' && type.inner.some(carriesText);
}
