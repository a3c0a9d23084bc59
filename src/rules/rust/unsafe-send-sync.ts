import type { RustField, RustImpl, RustStruct } from '../../code/rust/items/items.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import type { RustRule } from './rust-rule.ts';
import { missingSync } from './support/thread-bounds.ts';

const NOT_SHAREABLE =
  /\*\s*(?:const|mut)\b|\b(?:Rc|Cell|RefCell|UnsafeCell|NonNull|OnceCell)\s*(?:<|$)/;

/** What serialises access to a type that has one of these as a field, or is one. */
const SYNCHRONISES =
  /Atomic|Mutex|RwLock|Semaphore|Condvar|Lock\b|Once|Notify|Barrier|Channel|Queue|Chan\b|Shared\b|State\b/;

export const unsafeSendSync: RustRule = {
  id: 'unsafe_send_sync',
  title: 'Send or Sync promised by hand',
  category: 'concurrency',
  cwe: [362, 820],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: '`unsafe impl Send` and `unsafe impl Sync` tell the compiler that a type may cross threads although its fields may not. If the promise is wrong, safe code can race on memory. A generic type needs the same bound on its parameters, or it smuggles an `Rc` to another thread.',
  suggestion:
    'Use types that are Send and Sync themselves (Arc, Mutex, atomics), bound the parameters, or state in a SAFETY comment what serialises access.',
  examples: {
    bad: [
      `struct Shared {
    data: *mut u8,
}
unsafe impl Sync for Shared {} // defect`,
    ],
    good: [
      `struct Shared {
    data: std::sync::Mutex<u8>,
}`,
    ],
  },
  check(facts, report) {
    const { file } = facts;
    for (const item of file.impls) {
      if (!item.isUnsafe || !/^(?:Send|Sync)$/.test(item.trait)) continue;
      // A bound that is missing for certain is what `thread_bound_missing` says.
      if (missingSync(file, item) !== undefined) continue;
      const name = item.type?.name ?? '';
      const header = file.tree
        .textOf(item.node)
        .replace(/\{[\s\S]*$/, '')
        .trim();
      const field = file
        .structNamed(name)
        ?.fields.find(({ type }) => type.name !== 'PhantomData' && NOT_SHAREABLE.test(type.text));
      const unbounded =
        /impl\s*<[^>]{0,2000}\b[A-Z]\w*[^>]{0,2000}>/.test(header) &&
        !/:[^>{]{0,2000}\b(?:Send|Sync)\b/.test(header);
      const struct = file.structNamed(name);
      const isGuarded =
        SYNCHRONISES.test(name) ||
        (struct?.fields.some(({ type }) => SYNCHRONISES.test(type.text)) ?? false);
      const owned = ownsParameter(header, struct);
      const bounded = /<[^>]{0,2000}\b[A-Z]\w*[^>]{0,2000}>/.test(header) && !unbounded;
      const reasons = hasReasons(facts, item);
      if (reasons && !unbounded) continue;
      const why = unbounded
        ? 'whatever its type parameters are'
        : field !== undefined
          ? `although its field ${field.name} is \`${field.type.text}\``
          : 'and no comment says why that holds';
      report({
        node:
          item.node.children[0] === undefined
            ? item.node
            : { start: item.node.start, end: item.node.start + header.length },
        isTest: item.isTest,
        message: `${name} is promised to be ${item.trait}, ${why}.`,
        // With `T: Send` on its parameters the promise is the usual one of a container.
        confidence: Math.max(
          0.4,
          confidenceOf({
            unbounded,
            owned: owned && isPublic(facts, struct),
            isGuarded,
            field,
            isShared: item.trait === 'Sync' && readsShared(facts, name, field),
          }) - (bounded ? 0.27 : reasons ? 0.2 : 0),
        ),
      });
    }
  },
};

/**
 * A container that holds a value of its parameter crosses threads with it; where the parameter is
 * named behind a pointer or in `PhantomData` alone, other bounds may keep the promise.
 */
function confidenceOf({ unbounded, owned, isGuarded, field, isShared }: PromisedType): number {
  if (unbounded) return owned ? 0.75 : 0.55;
  if (isGuarded) return 0.44;
  if (field === undefined) return 0.45;
  // A handle may mostly be used by one thread after another, but not by two at once.
  if (field.type.kind === 'pointer' || /NonNull/.test(field.type.text))
    return isShared ? 0.55 : 0.45;
  return 0.65;
}

/** What an impl of Send or Sync promises for. */
interface PromisedType {
  /** It holds for all type parameters. */
  readonly unbounded: boolean;
  /** Code outside of the crate can have a value of the type, and it holds one of a parameter. */
  readonly owned: boolean;
  /** Something in it serialises access. */
  readonly isGuarded: boolean;
  /** What is not Send or Sync by itself. */
  readonly field: RustField | undefined;
  /** Two threads can use that field at once, through methods with `&self`. */
  readonly isShared: boolean;
}

/** Whether a method with `&self` names a field. */
function readsShared({ file }: RustFacts, type: string, field: RustField | undefined): boolean {
  if (field === undefined) return false;
  return file.functions.some(
    (fn) =>
      fn.owner === type &&
      fn.hasSelf &&
      !fn.mutableSelf &&
      file.tree.textOf(fn.body).includes(`self.${field.name}`),
  );
}

/** Whether a struct has a field that holds a value of one of the impl's type parameters. */
function ownsParameter(header: string, struct: RustStruct | undefined): boolean {
  if (struct === undefined) return true;
  const list = /^unsafe\s+impl\s*<([^>]*)>/.exec(header)?.[1] ?? '';
  const parameters = list
    .split(',')
    .map((one) => one.replace(/:.*$/, '').trim())
    .filter((one) => /^[A-Z]\w*$/.test(one));
  return struct.fields.some(
    ({ type }) =>
      type.name !== 'PhantomData' &&
      parameters.some((one) => new RegExp(`\\b${one}\\b`).test(type.text)),
  );
}

/** Whether a comment gives reasons, above the impl or above one of the same type right before it. */
function hasReasons({ file }: RustFacts, item: RustImpl): boolean {
  if (file.comments.reasonsForSafety(item.node)) return true;
  const siblings = item.node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(item.node) - 1];
  const twin = file.impls.find(({ node }) => node === before);
  return (
    twin?.isUnsafe === true &&
    twin.type?.name === item.type?.name &&
    file.comments.reasonsForSafety(twin.node)
  );
}

/** Whether code outside of the crate can have a value of the type. */
function isPublic({ file }: RustFacts, struct: RustStruct | undefined): boolean {
  if (struct === undefined) return true;
  return struct.node.children.some(
    (child) => child.type === 'visibility_modifier' && file.tree.textOf(child) === 'pub',
  );
}
