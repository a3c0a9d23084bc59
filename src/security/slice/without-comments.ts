/** A comment, or a literal, in which nothing begins a comment. Of a lifetime of Rust only the mark is taken. */
const PARTS =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[^\n]{1,10}|[^'\\\n])'/g;

/** The lines of a source without what stands in comments; as many, and each name at its column. */
export function linesWithoutComments(lines: readonly string[]): readonly string[] {
  return lines
    .join('\n')
    .replaceAll(PARTS, (part) => (part.startsWith('/') ? part.replaceAll(/[^\n]/g, ' ') : part))
    .split('\n');
}
