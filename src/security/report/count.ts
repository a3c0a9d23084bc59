/** `1 finding`, `2 findings`, `1,234 findings`: the same in every locale. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${digits(number)} ${number === 1 ? singular : plural}`;
}

/** The number with a comma between thousands. */
export function digits(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
