import type { CallbackArgument, Pair } from './pair.ts';

/*
 * What a callback changes of what it is given: numbers, by a byte of its script, which both drivers apply in the same
 * way. The low seven bits of an integer are changed, so that the value stays in the range of both types.
 */

/** Whether a callback changes an argument. */
export function isChanged(argument: CallbackArgument): boolean {
  return 'isChanged' in argument && argument.isChanged === true;
}

/** Whether a value of a pair has numbers that a callback can change. */
export function isChangeable(pair: Pair): boolean {
  switch (pair.kind) {
    case 'integer':
      return pair.rust !== 'char' && pair.within === undefined;
    case 'float':
    case 'boolean':
      return true;
    case 'record':
      return pair.isFlat !== true && pair.fields.some((field) => isChangeable(field.pair));
    case 'array':
      return pair.isFlat !== true && isChangeable(pair.of);
    default:
      return false;
  }
}

/** C statements that change a value by the byte `rw_m`. */
export function cChangeCode(pair: Pair, place: string, next: () => string): string {
  if (!isChangeable(pair)) return '';
  switch (pair.kind) {
    case 'integer':
      return `${place} ^= rw_m & 127;`;
    case 'boolean':
      return `if (rw_m & 1) ${place} = !${place};`;
    case 'float':
      return `if (rw_m & 1) ${place} = -${place};`;
    case 'record':
      return pair.fields
        .map((field) => cChangeCode(field.pair, `${place}.${field.c}`, next))
        .join(' ');
    case 'array': {
      const at = next();
      const each = cChangeCode(pair.of, `${place}[${at}]`, next);
      return `for (rw_u32 ${at} = 0; ${at} < ${pair.length}; ${at}++) { ${each} }`;
    }
    default:
      return '';
  }
}

/** Rust statements that change a value by the byte `m`. */
export function rustChangeCode(pair: Pair, place: string): string {
  if (!isChangeable(pair)) return '';
  switch (pair.kind) {
    case 'integer':
      return `${place} ^= (m & 127) as ${pair.rust};`;
    case 'boolean':
      return `if m & 1 == 1 { ${place} = !${place}; }`;
    case 'float':
      return `if m & 1 == 1 { ${place} = -${place}; }`;
    case 'record':
      return pair.fields
        .map((field) => rustChangeCode(field.pair, `${place}.${field.rust}`))
        .join(' ');
    case 'array':
      return `for e in ${place}.iter_mut() { ${rustChangeCode(pair.of, '(*e)')} }`;
    default:
      return '';
  }
}
