/** The variables of the C driver, by what they hold. */
export const C_RETURN = 'rw_return';

/** `errno` after the call, which begins with zero. */
export const C_ERRNO = 'rw_errno_after';

/** What is given for a C parameter: a value, or a pointer. */
export function cArgumentVariable(name: string): string {
  return `rw_arg_${name}`;
}
