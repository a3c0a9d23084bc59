import type { Pair, TaggedPair } from './pair.ts';
import type { StreamPair } from './stream-pair.ts';

/*
 * What a pair holds, at any depth.
 */

/** The streams that a value of a pair holds. */
export function streamsIn(pair: Pair): StreamPair[] {
  if (pair.kind === 'stream') return [pair];
  if (pair.kind === 'record') return pair.fields.flatMap((field) => streamsIn(field.pair));
  if (pair.kind === 'tagged') {
    return pair.variants.flatMap(({ fields }) => fields.flatMap((field) => streamsIn(field.pair)));
  }
  return 'of' in pair ? streamsIn(pair.of) : [];
}

/** Whether values of a pair are built only so deep. */
export function hasEnd(pair: Pair): boolean {
  if (pair.kind === 'end') return true;
  if (pair.kind === 'record') return pair.fields.some((field) => hasEnd(field.pair));
  if (pair.kind === 'tagged') {
    return pair.variants.some(
      ({ isEnd, leftOut, fields }) =>
        (isEnd && leftOut === undefined) || fields.some((field) => hasEnd(field.pair)),
    );
  }
  return 'of' in pair && typeof pair.of === 'object' && hasEnd(pair.of);
}

/** The numbers in a pair of which the source alone tells which one stands for nothing. @param name of the pair */
export function nonesRead(pair: Pair, name: string): { name: string; none: bigint }[] {
  if (pair.kind === 'record') {
    return pair.fields.flatMap((field) => nonesRead(field.pair, field.c));
  }
  if (pair.kind === 'tagged') {
    return pair.variants.flatMap(({ fields }) => fields.flatMap((f) => nonesRead(f.pair, f.c)));
  }
  if (pair.kind === 'nullable' && pair.none !== undefined) {
    return pair.isNoneRead === true ? [{ name, none: pair.none }] : [];
  }
  return 'of' in pair && typeof pair.of === 'object' ? nonesRead(pair.of, name) : [];
}

/** The tagged unions in a pair. */
function taggedIn(pair: Pair): TaggedPair[] {
  if (pair.kind === 'record') return pair.fields.flatMap((field) => taggedIn(field.pair));
  if (pair.kind === 'tagged') {
    const inner = pair.variants.flatMap(({ fields }) => fields.flatMap((f) => taggedIn(f.pair)));
    return [pair, ...inner];
  }
  return 'of' in pair && typeof pair.of === 'object' ? taggedIn(pair.of) : [];
}

/** The fields in a pair that are given as nothing, since they are never touched, each in a sentence. */
export function fieldsUntouched(pair: Pair, name = ''): string[] {
  if (pair.kind === 'untouched') {
    const who = pair.isOfRust === true ? 'Rust' : 'C';
    return [
      `The ${who} never touches this field, so that it is given as nothing: ${name}: ${pair.because}.`,
    ];
  }
  if (pair.kind === 'record') {
    return pair.fields.flatMap((field) =>
      fieldsUntouched(field.pair, `${field.c === '' ? field.rust : field.c} of ${pair.c}`),
    );
  }
  if (pair.kind === 'tagged') {
    const all = pair.variants.flatMap(({ fields }) => fields);
    return all.flatMap((field) => fieldsUntouched(field.pair, `${field.c} of ${pair.c}`));
  }
  return 'of' in pair && typeof pair.of === 'object' ? fieldsUntouched(pair.of, name) : [];
}

/** What code of the caller is missing in each case, each with the reason. */
export function callbacksAbsent(pair: Pair, name: string): string[] {
  if (pair.kind === 'absent') return [`${name}: ${pair.because}`];
  if (pair.kind === 'record') {
    return pair.fields.flatMap((field) => callbacksAbsent(field.pair, `${field.c} of ${pair.c}`));
  }
  if (pair.kind === 'tagged') {
    const all = pair.variants.flatMap(({ fields }) => fields);
    return all.flatMap((field) => callbacksAbsent(field.pair, `${field.c} of ${pair.c}`));
  }
  return 'of' in pair && typeof pair.of === 'object' ? callbacksAbsent(pair.of, name) : [];
}

/** The variants of enums in a pair of which both sides have nothing in common, each with the reason. */
export function variantsLeftOut(pair: Pair): string[] {
  return taggedIn(pair).flatMap(({ path, variants }) =>
    variants.flatMap(({ name, leftOut }) =>
      leftOut === undefined ? [] : [`${path}::${name}: ${leftOut}`],
    ),
  );
}

/** A pair of what is left of a value after a call: its streams are told on their own. */
export function withoutStreams(pair: Pair): Pair {
  if (pair.kind !== 'record') return pair;
  const fields = pair.fields.filter((field) => field.pair.kind !== 'stream');
  return {
    ...pair,
    fields: fields.map((field) => ({ ...field, pair: withoutStreams(field.pair) })),
  };
}
