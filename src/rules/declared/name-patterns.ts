import { unqualifiedName } from '../../code/unqualified-name.ts';

/**
 * Whether a function is one of those that patterns name: whole names, with `*` for any part. A pattern with `::` stands for
 * the end of a path, one without for a function or a method in any scope.
 * @returns a test of a name as the code has it, such as `net::Reader::parse`
 */
export function matchesNames(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.map((pattern) => ({
    isPath: pattern.includes('::'),
    expression: new RegExp(`^${pattern.includes('::') ? '(?:.*::)?' : ''}${source(pattern)}$`),
  }));
  return (name) =>
    name !== '' &&
    compiled.some(({ isPath, expression }) =>
      expression.test(isPath ? name : unqualifiedName(name)),
    );
}

/** Names are of letters, digits, `_`, `:` and `~`, so that `*` is all that needs a translation. */
function source(pattern: string): string {
  return pattern.replaceAll(/\*+/g, '.*');
}
