import type { DeclaredItem } from './declared-items.ts';

/** Methods of the standard library: what is called so on anything but `self` may be one of these. */
const STANDARD_METHODS = new Set(
  `abs all and_then any append as_bytes as_mut as_ref as_slice as_str borrow borrow_mut bytes chars clear clone cloned
  cmp collect contains contains_key copied count default deref dedup drain drop end entry enumerate eq expect extend
  fill filter find first flush fold from get get_mut hash index insert into is_empty iter iter_mut join keys last len
  lines lock map max min new next nth or_else parse peek pop pop_front position push push_back push_str read remove
  replace reserve resize retain rev reverse seek set sort split split_at split_off start starts_with ends_with step
  swap take to_owned to_string to_vec trim truncate unwrap update values with write zip`.split(
    /\s+/,
  ),
);

const CALLS = /(?:\b(\w+) ?)?(::|\.)? ?\b(\w+) ?(?:::<[^()]{0,500}> ?)?\(/g;

/**
 * The functions that the text of one calls, as far as names tell them: a method of `self` or of a type that is named, a
 * function of a module that is named, of its own module, or the only one of that name.
 * @param functions all of the crate
 */
export function calledFunctions(
  { tree, node, module, impl }: DeclaredItem,
  functions: readonly DeclaredItem[],
): DeclaredItem[] {
  const found = new Set<DeclaredItem>();
  // Parts of an expression that match the same blanks take the cube of their number.
  const text = tree.textOf(node).replaceAll(/\s+/g, ' ');
  for (const [, before, by, name] of text.matchAll(CALLS)) {
    const named = functions.filter((item) => item.name === name);
    const isOfOwner = (owner: string | undefined) =>
      named.filter((one) => one.impl?.type === owner);
    let fitting: readonly DeclaredItem[];
    if (by === '::') {
      const owner = before === 'Self' ? impl?.type : before;
      const inModule = named.filter(
        (one) => one.impl === undefined && one.module.at(-1) === before,
      );
      fitting = owner === undefined ? [] : [...isOfOwner(owner), ...inModule];
    } else if (by === '.') {
      const methods = named.filter((one) => one.impl !== undefined);
      const isOwn = before === 'self' && isOfOwner(impl?.type).length > 0;
      const isKnown = !STANDARD_METHODS.has(name ?? '');
      fitting = isOwn ? isOfOwner(impl?.type) : isKnown ? methods : [];
    } else {
      const free = named.filter((one) => one.impl === undefined);
      const here = free.filter((one) => one.module.join('::') === module.join('::'));
      fitting = here.length > 0 ? here : free;
    }
    const [only, ...others] = fitting;
    if (only !== undefined && others.length === 0) found.add(only);
  }
  return [...found];
}
