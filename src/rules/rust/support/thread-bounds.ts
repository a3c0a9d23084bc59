import type { RustFunction, RustImpl, RustStruct } from '../../../code/rust/items/items.ts';
import type { RustFile } from '../../../code/rust/items/rust-file.ts';
import type { RustType } from '../../../code/rust/items/types.ts';
import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';

/** A type parameter that a promise of `Send` or `Sync` leaves without `Sync`, and what is shared of it. */
export interface MissingBound {
  readonly parameter: string;
  readonly shared: string;
}

/** Bounds that say nothing of threads; any other trait may ask for `Sync` itself. */
const PLAIN_BOUND =
  /^(?:\?Sized|Sized|Send|Copy|Clone|Debug|Display|Default|Drop|Unpin|Hash|Eq|PartialEq|Ord|PartialOrd|'\w+)$/;

/** Types of which each thread has a part of its own. */
const PER_THREAD = /Thread|Local|Tls|PerCpu/;

/** What lets several threads write through a shared reference, or takes turns between them. */
const SHARES_SAFELY =
  /\b(?:Unsafe)?Cell\b|Atomic|Mutex|RwLock|Once|Lock|Queue|Channel|Semaphore|\*\s*(?:mut|const)\b|NonNull/;

/** Containers of which `&C<T>` gives `&T`. */
const CONTAINERS = /^(?:Vec|VecDeque|HashMap|BTreeMap|HashSet|BTreeSet|Option|Box|LinkedList)$/;

/**
 * The type parameter that must be `Sync` for a promise to hold, and need not be. A type that crosses threads with a
 * shared reference lets two threads have one to the same value, and so does one that is `Sync` and lends what it holds.
 */
export function missingSync(file: RustFile, item: RustImpl): MissingBound | undefined {
  const name = item.type?.name ?? '';
  const struct = file.structNamed(name);
  if (struct === undefined || item.type === undefined || PER_THREAD.test(name)) return undefined;
  for (const [at, argument] of argumentsOf(item.type).entries()) {
    const bounds = boundsOn(file, item.node, argument);
    // `Type<u8>`, and what a bound may make `Sync`, are left alone.
    if (bounds === undefined || !bounds.every((bound) => PLAIN_BOUND.test(bound))) continue;
    const shared =
      item.trait === 'Sync'
        ? lentBy(file, name, at)
        : heldShared(file, struct, parametersOf(file, struct.node)[at]);
    if (shared !== undefined) return { parameter: argument, shared };
  }
  return undefined;
}

/** The arguments of a type, without lifetimes. */
function argumentsOf(type: RustType): string[] {
  return type.inner.map(({ text }) => text).filter((text) => !text.startsWith("'"));
}

/** The names of an item's parameters, without lifetimes. */
function parametersOf(file: RustFile, item: SyntaxNode): string[] {
  return (childOf(item, 'type_parameters')?.children ?? [])
    .filter(({ type }) => type === 'type_parameter' || type === 'const_parameter')
    .map((node) => file.tree.textOf(childOf(node, 'name') ?? node));
}

/** What an item says that a type parameter must be; undefined where that is none of its parameters. */
function boundsOn(file: RustFile, item: SyntaxNode, parameter: string): string[] | undefined {
  if (!parametersOf(file, item).includes(parameter)) return undefined;
  const where = item.children.find(({ type }) => type === 'where_clause')?.children ?? [];
  const all = [...(childOf(item, 'type_parameters')?.children ?? []), ...where];
  return all.flatMap((node) => {
    const name = childOf(node, 'name') ?? childOf(node, 'left');
    const bounds = childOf(node, 'bounds');
    if (name === undefined || bounds === undefined) return [];
    const text = file.tree.textOf(name);
    // A bound of `T::Item`, or of `Cell<T>`, may be what makes it safe.
    if (text !== parameter) return new RegExp(`\\b${parameter}\\b`).test(text) ? [text] : [];
    return file.tree
      .textOf(bounds)
      .replace(/^\s*:\s*/, '')
      .split('+')
      .map((bound) => bound.trim());
  });
}

/** What lends a shared reference to the parameter at a position of a type: `Deref`, or a method with `&self`. */
function lentBy(file: RustFile, name: string, at: number): string | undefined {
  for (const { node, trait, type } of file.impls) {
    if (trait !== 'Deref' || type?.name !== name) continue;
    const [, target] = /\btype\s+Target\s*=\s*(\w+)\s*;/.exec(file.tree.textOf(node)) ?? [];
    if (target !== undefined && target === argumentsOf(type)[at]) return 'Deref gives `&T`';
  }
  const method = file.functions.find((fn) => fn.owner === name && lends(file, fn, at));
  return method && `${method.name} gives a shared reference`;
}

function lends(file: RustFile, fn: RustFunction, at: number): boolean {
  const self = childOf(fn.node, 'parameters')?.children.find(
    ({ type }) => type === 'self_parameter',
  );
  if (fn.isUnsafe || self === undefined || !/^&\s*(?:'\w+\s+)?self$/.test(file.tree.textOf(self)))
    return false;
  const around = file.impls.find(({ node }) => node === fn.node.parent?.parent);
  const parameter = around?.type && argumentsOf(around.type)[at];
  return parameter !== undefined && isReferenceTo(fn.returns?.text ?? '', parameter);
}

/** Whether a type is written with a shared reference to a parameter: `Option<&'a T>`. */
function isReferenceTo(text: string, parameter: string): boolean {
  return new RegExp(`&\\s*(?:'\\w+\\s+)?${parameter}\\b(?!\\s*::)`).test(text);
}

/** The field of a struct that holds a shared reference to a parameter, or to something that gives one. */
function heldShared(
  file: RustFile,
  struct: RustStruct,
  parameter: string | undefined,
): string | undefined {
  if (parameter === undefined) return undefined;
  // What is held alone with something that is borrowed to be changed is not shared.
  if (struct.fields.some(({ type }) => /&\s*(?:'\w+\s+)?mut\b/.test(type.text))) return undefined;
  const field = struct.fields.find(({ type }) => sharesParameter(file, type, parameter));
  if (field === undefined) return undefined;
  // A marker may stand for a lifetime alone; it means what it says where elements are lent.
  if (field.type.name === 'PhantomData' && !yieldsReferences(file, struct.name)) return undefined;
  return `its field ${field.name} is \`${field.type.text}\``;
}

/** Whether a type is an iterator over shared references. */
function yieldsReferences(file: RustFile, name: string): boolean {
  return file.impls.some(
    ({ node, trait, type }) =>
      trait === 'Iterator' &&
      type?.name === name &&
      /\btype\s+Item\s*=\s*\(?\s*&\s*(?:'\w+\s+)?(?!mut\b)\w/.test(file.tree.textOf(node)),
  );
}

function sharesParameter(file: RustFile, type: RustType, parameter: string): boolean {
  if (type.kind === 'reference')
    return !type.mutable && type.inner.some((inner) => gives(file, inner, parameter));
  if (type.kind === 'named' && /^(?:Arc|Rc)$/.test(type.name))
    return type.inner.some((inner) => gives(file, inner, parameter));
  return type.kind === 'tuple' || type.name === 'PhantomData'
    ? type.inner.some((inner) => sharesParameter(file, inner, parameter))
    : false;
}

/** Whether a shared reference to a type leads to shared references to a parameter. */
function gives(file: RustFile, type: RustType, parameter: string): boolean {
  if (type.kind === 'named' && type.inner.length === 0) return type.text === parameter;
  if (/^(?:reference|slice|array|tuple)$/.test(type.kind) || CONTAINERS.test(type.name))
    return type.inner.some((inner) => gives(file, inner, parameter));
  const at = argumentsOf(type).indexOf(parameter);
  const struct = file.structNamed(type.name);
  if (at < 0 || struct === undefined) return false;
  // A type of the file that is said to be `Sync` says what of.
  const promise = file.impls.find(
    ({ trait, type: of }) => trait === 'Sync' && of?.name === type.name,
  );
  const argument = promise?.type && argumentsOf(promise.type)[at];
  const bounds =
    promise && argument !== undefined ? boundsOn(file, promise.node, argument) : undefined;
  if (bounds !== undefined) return bounds.includes('Sync');
  return struct.fields.every((field) => !SHARES_SAFELY.test(field.type.text));
}
