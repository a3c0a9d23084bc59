/** A CWE number in CodeQL's form, which GitHub turns into a link: at least three digits. */
export function weaknessTag(number: number): string {
  return `external/cwe/cwe-${String(number).padStart(3, '0')}`;
}
