import type { Pair, TaggedPair, TaggedVariant } from '../pairing/pair.ts';

/** A Rust expression that reads a value of an enum with fields from the case `r`. @param read that of a field */
export function taggedReadCode(pair: TaggedPair, read: (pair: Pair) => string): string {
  const arms = pair.variants
    .filter(({ isEnd }) => !isEnd)
    .map((variant) => `${variant.value} => ${variantValue(pair, variant, read)}`);
  return `match r.${numberType(pair)}() { ${arms.join(', ')}, _ => panic!("no such variant") }`;
}

/**
 * Rust statements that append a value of an enum with fields to the results `w`.
 * @param from a place
 * @param write that of a field at a place
 */
export function taggedWriteCode(
  pair: TaggedPair,
  from: string,
  write: (pair: Pair, from: string) => string,
): string {
  const arms = pair.variants.map((variant) => {
    const parts = variant.fields.map((field, at) => write(field.pair, `(*a${at})`));
    const number = `w.${numberType(pair)}(${variant.value});`;
    return `${patternOf(pair, variant)} => { ${[number, ...parts].join(' ')} }`;
  });
  return `match &${from} { ${arms.join(' ')} }`;
}

function variantValue(
  pair: TaggedPair,
  variant: TaggedVariant,
  read: (pair: Pair) => string,
): string {
  const path = `subject::${pair.path}::${variant.name}`;
  const values = variant.fields.map((field) => ({ name: field.rust, value: read(field.pair) }));
  if (variant.form === 'unit') return path;
  if (variant.form === 'tuple') return `${path}(${values.map(({ value }) => value).join(', ')})`;
  return `${path} { ${values.map(({ name, value }) => `${name}: ${value}`).join(', ')} }`;
}

function patternOf({ path }: TaggedPair, { name, form, fields, isEnd }: TaggedVariant): string {
  const variant = `subject::${path}::${name}`;
  if (form === 'unit') return variant;
  if (isEnd) return form === 'tuple' ? `${variant}(..)` : `${variant} { .. }`;
  const names = fields.map((_, at) => `a${at}`);
  if (form === 'tuple') return `${variant}(${names.join(', ')})`;
  return `${variant} { ${fields.map(({ rust }, at) => `${rust}: ${names[at]}`).join(', ')} }`;
}

function numberType({ tag: { bits, signed } }: TaggedPair): string {
  return `${signed ? 'i' : 'u'}${bits}`;
}
