import type { CallSignature } from './call-signature.ts';
import type { Random } from './values/random.ts';

/**
 * Two to five calls, mostly with the one that is looked at, which is the first: of many functions those that have to come
 * together would hardly ever do so. Those whose names have more words in common with it are likelier, as `list_read_next`
 * for `list_read_rewind` among functions of `list`.
 */
export function callsTogether(
  random: Random,
  calls: readonly CallSignature[],
): ReadonlySet<number> {
  const first = random.percent(80) ? 0 : random.below(calls.length);
  const own = wordsOf(calls[first]?.name ?? '');
  const shared = calls.map(({ name }) => [...wordsOf(name)].filter((word) => own.has(word)).length);
  const least = Math.min(...shared);
  const drawn = shared.flatMap((count, call) =>
    Array<number>(call === first ? 0 : 1 + 4 * (count - least)).fill(call),
  );
  const others = Array.from({ length: random.between(1, 4) }, () =>
    drawn.length > 0 ? random.pick(drawn) : first,
  );
  return new Set([first, ...others]);
}

/** `archive_entry_xattr_next` and `xmlDictLookup`, word by word. */
function wordsOf(name: string): ReadonlySet<string> {
  return new Set(
    name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)?.map((word) => word.toLowerCase()),
  );
}
