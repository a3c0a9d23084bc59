/** A name without the scopes it stands in: `parse` of `net::Reader::parse`. */
export function unqualifiedName(name: string): string {
  return name.split('::').at(-1) ?? name;
}
