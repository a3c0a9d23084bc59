/** The name that `using std::swap;` makes one of the names around it; undefined for what names a whole namespace. */
export function importedName(text: string): string | undefined {
  return /\busing\s+(?:::)?(?:std::)?(\w+)\s*;?$/.exec(text)?.[1];
}
