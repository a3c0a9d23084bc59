/** The two texts of a change rule's example. Lines keep what follows their first column. */
export function versionsOf(example: string): { readonly base: string; readonly head: string } {
  const lines = example.split('\n');
  const without = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return { base: without('+'), head: without('-') };
}
