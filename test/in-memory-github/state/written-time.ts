/** A time as GitHub writes it: without milliseconds. */
export function written(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
