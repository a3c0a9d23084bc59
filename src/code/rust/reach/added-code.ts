import type { CrateCode } from './crate-code.ts';
import type { ReachedCode } from './reached-code.ts';

/** Names that are there without a `use`, and those of macros of the standard library. */
const PRELUDE = new Set(
  (
    'Option Some None Result Ok Err Box String Vec ToString ToOwned Clone Copy Send Sized Sync Unpin Drop Fn FnMut ' +
    'FnOnce drop Debug Eq PartialEq Ord PartialOrd Hash Default AsRef AsMut Into From Iterator IntoIterator Extend ' +
    'DoubleEndedIterator ExactSizeIterator FromIterator TryFrom TryInto Future IntoFuture align_of align_of_val size_of ' +
    'size_of_val std core alloc crate bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64'
  ).split(' '),
);

/** What traits of the standard library give to values: a method of the type itself goes before. */
const GIVEN_BY_TRAITS = new Set(
  (
    'clone clone_from eq ne cmp partial_cmp lt le gt ge max min clamp hash default fmt into try_into from try_from ' +
    'to_owned to_string borrow borrow_mut type_id as_ref as_mut drop deref deref_mut next into_iter'
  ).split(' '),
);

/** What changes how values of a type are used that names no method of it. */
const USED_UNNAMED = /^(?:Drop|Deref|DerefMut|Iterator|IntoIterator)$/;

/**
 * Whether code that has come to a crate may change what other code does, whose text is as it was: a name means something else
 * now, or a value is used in another way. What merely has a name that occurs there as well does not.
 * @param known the code that is as it was
 */
export function mayChange(
  added: CrateCode,
  known: ReadonlySet<CrateCode>,
  reached: ReachedCode,
): boolean {
  const { kind, name } = added;
  const some = (isMeant: (code: CrateCode) => boolean) => [...known].some(isMeant);
  const isKnownType = (word: string) =>
    reached.isType(word) && some((code) => code.kind === 'type' && code.name === word);
  switch (kind) {
    case 'header':
    case 'glob':
      return some(({ module }) => module === added.module);
    case 'macro':
      return some(({ names }) => names.macros.has(name));
    case 'member': {
      if (![...added.owner].some(isKnownType)) return false;
      if (GIVEN_BY_TRAITS.has(name)) return true;
      const isSame = (one: CrateCode) => [...one.owner].some((word) => added.owner.has(word));
      const goesOn = (one: CrateCode) => /\b(?:Deref|Iterator)\b/.test([...one.head].join(' '));
      return some(
        (one) =>
          (one.kind === 'trait impl' && isSame(one) && (goesOn(one) || one.members.has(name))) ||
          (one.kind === 'trait' && one.members.has(name)),
      );
    }
    case 'trait impl': {
      const types = [...added.owner].filter((word) => reached.isType(word));
      if (types.length > 0 && !types.some(isKnownType)) return false;
      if ([...added.head].some((word) => USED_UNNAMED.test(word))) return true;
      return some(({ names }) => [...added.members].some((member) => names.methods.has(member)));
    }
    case 'other':
      if (/^(?:[\w:]* )*thread_local ! /.test(added.text)) return false;
      return (
        some(({ module }) => module === added.module) ||
        (added.text.match(/\b[A-Z]\w*/g) ?? []).some(isKnownType)
      );
    default:
      return some(({ module, names }) => {
        if (!isNamed(name, names)) return false;
        const hasGlob = reached.hasGlob(module);
        if (module !== added.module) return hasGlob && PRELUDE.has(name);
        return hasGlob || PRELUDE.has(name);
      });
  }
}

function isNamed(name: string, { plain, macros }: CrateCode['names']): boolean {
  return plain.has(name) || macros.has(name);
}
