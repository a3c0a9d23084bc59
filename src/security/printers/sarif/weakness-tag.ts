/** A CWE number in CodeQL's form, which GitHub turns into a link: at least three digits. */
export function weaknessTag(number: number): string {
  return `external/cwe/cwe-${String(number).padStart(3, '0')}`;
}

/** The number that a tag of that form gives, if it is one. */
export function weaknessOfTag(tag: string): number[] {
  const digits = /^external\/cwe\/cwe-0*([1-9]\d{0,3})$/.exec(tag)?.[1];
  return digits === undefined ? [] : [Number(digits)];
}
