/** The variables of the C driver, by what they hold. */
export const C_RETURN = 'rw_return';

/** `errno` after the call, which begins with zero. */
export const C_ERRNO = 'rw_errno_after';

/** What is given for a C parameter: a value, or a pointer. */
export function cArgumentVariable(name: string): string {
  return `rw_arg_${name}`;
}

/** `errno`, with the first value of a group in the place of all others of it. */
export function groupedErrno(groups: readonly (readonly number[])[]): string {
  return groups
    .flatMap(([first, ...others]) => others.map((other) => [first, other]))
    .reduce((rest, [first, other]) => `(${C_ERRNO} == ${other} ? ${first} : ${rest})`, C_ERRNO);
}

/** A condition that holds where both do. */
export function conjunction(first: string | undefined, second: string): string {
  return first === undefined ? second : `(${first}) && (${second})`;
}

/** A number as C has it, with a type that holds it. */
export function cLiteral(value: bigint): string {
  return value < 0n ? `(${value}LL)` : `${value}ULL`.replace(/^(\d{1,18})ULL$/, '$1LL');
}
