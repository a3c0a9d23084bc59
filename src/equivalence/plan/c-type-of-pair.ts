import { NotComparable } from '../not-comparable.ts';
import type { Pair } from '../pairing/pair.ts';

/** How C code names the type of a value. @throws NotComparable for what has no name there */
export function cTypeNameOfPair(pair: Pair): string {
  switch (pair.kind) {
    case 'integer':
    case 'enum':
      return `rw_${pair.signed ? 'i' : 'u'}${pair.bits}`;
    case 'float':
      return `rw_f${pair.bits}`;
    case 'boolean':
      return 'rw_u8';
    case 'record':
    case 'tagged':
      return pair.c;
    case 'nullable':
      if (pair.none !== undefined) return cTypeNameOfPair(pair.of);
      throw new NotComparable('a pointer is given by value');
    case 'array':
      return arrayName(cTypeNameOfPair(pair.of), pair.length);
    case 'stream':
      return pair.c === 'stream' ? 'void *' : 'int';
    case 'absent':
      return 'void *';
    case 'callback':
      if (pair.c.place.kind === 'record') return pair.c.place.record;
      throw new NotComparable(`${pair.name} is given by value`);
    default:
      throw new NotComparable(`a ${pair.kind} is given by value`);
  }
}

/** How C code names a pointer to a value, or to a list. @throws NotComparable for what has no name there */
export function pointerNameOfPair(pair: Pair): string {
  const isPointer = pair.kind === 'list' || pair.kind === 'pointer' || pair.kind === 'nullable';
  return `${cTypeNameOfPair(isPointer ? pair.of : pair)} *`;
}

/** An array as a type that variables are declared with. */
export function arrayName(of: string, length: number): string {
  return `__typeof__(${of}[${length}])`;
}
