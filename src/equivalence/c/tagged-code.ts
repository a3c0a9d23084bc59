import type { Pair, TaggedPair, TaggedVariant } from '../pairing/pair.ts';
import { cLiteral } from '../plan/c-variables.ts';
import type { FreshNames } from './fresh-names.ts';

/** C statements for a field of a variant, at a place. */
type FieldCode = (pair: Pair, place: string) => string;

/** C statements that read a tagged union from the case: its number, and what that variant holds. */
export function taggedReadCode(
  pair: TaggedPair,
  to: string,
  names: FreshNames,
  read: FieldCode,
): string {
  const tag = names.next('rw_tag');
  const type = numberType(pair);
  const cleared = pair.isInline === true ? '' : `memset(&${to}, 0, sizeof ${to}); `;
  return `{ ${cleared}rw_${type} ${tag} = rw_get_${type}(); ${to}.${pair.tag.c} = ${tag};
${switchCode(pair, tag, to, read)} }`;
}

/** C statements that write a tagged union to the results. */
export function taggedWriteCode(
  pair: TaggedPair,
  from: string,
  names: FreshNames,
  write: FieldCode,
): string {
  const tag = names.next('rw_tag');
  const type = numberType(pair);
  return `{ rw_${type} ${tag} = ${from}.${pair.tag.c}; rw_put_${type}(${tag});
${switchCode(pair, tag, from, write)} }`;
}

function switchCode({ variants }: TaggedPair, tag: string, owner: string, code: FieldCode): string {
  const cases = variants.map(
    (variant) => `case ${cLiteral(variant.value)}: { ${fieldsCode(variant, owner, code)} break; }`,
  );
  return `switch (${tag}) { ${cases.join('\n')} default: break; }`;
}

function fieldsCode({ fields }: TaggedVariant, owner: string, code: FieldCode): string {
  return fields.map((field) => code(field.pair, `${owner}.${field.c}`)).join('\n');
}

function numberType({ tag: { bits, signed } }: TaggedPair): string {
  return `${signed ? 'i' : 'u'}${bits}`;
}
