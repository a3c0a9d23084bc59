/** An absolute path of two parts at least, which no word and no address goes before. */
const ABSOLUTE_PATH = /(?<![\w./:~\\-])(?:\/[\w.@+~-]+)+\/([\w.@+~-]+)\/?/g;

/**
 * A message for people elsewhere, who are not to learn where things are on this machine: of absolute
 * paths only the last part is left, and of those below `roots` what follows the root.
 */
export function withoutFolders(message: string, roots: readonly string[] = []): string {
  const relative = roots.reduce(
    (text, root) => (root.length > 1 ? text.replaceAll(`${root.replace(/\/$/, '')}/`, '') : text),
    message,
  );
  return relative.replace(ABSOLUTE_PATH, '…/$1');
}
