import { ERRNO } from './variables.ts';

/** `errno`, with the first value of a group in the place of all others of it. */
export function oneOfEach(groups: readonly (readonly number[])[]): string {
  return groups
    .flatMap(([first, ...others]) => others.map((other) => [first, other]))
    .reduce((rest, [first, other]) => `(${ERRNO} == ${other} ? ${first} : ${rest})`, ERRNO);
}

/** A condition that holds where both do. */
export function both(first: string | undefined, second: string): string {
  return first === undefined ? second : `(${first}) && (${second})`;
}

/** A number as C has it, with a type that holds it. */
export function literal(value: bigint): string {
  return value < 0n ? `(${value}LL)` : `${value}ULL`.replace(/^(\d{1,18})ULL$/, '$1LL');
}
