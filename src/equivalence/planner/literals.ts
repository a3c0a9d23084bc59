import { constants as system } from 'node:os';

/*
 * Integers that the text of a C function has as literals, or by names that the source gives them.
 */

type Constants = ReadonlyMap<string, bigint>;

/** The integers that a function returns. */
export function returnedIntegers(source: string, constants: Constants): bigint[] {
  const found = withSingleBlanks(source).matchAll(
    /\breturn ?\(? ?(-?) ?(\d{1,18}|[A-Za-z_]\w*) ?\)? ?;/g,
  );
  return integersOf(found, constants);
}

/** The names of integers that a function returns. */
export function returnedNames(source: string, constants: Constants): string[] {
  const found = withSingleBlanks(source).matchAll(/\breturn ?\(? ?([A-Za-z_]\w*) ?\)? ?;/g);
  return [...found].flatMap(([, name = '']) => (constants.has(name) ? [name] : []));
}

/** Whether a function returns nothing else than such integers. */
export function returnsOnlyLiterals(source: string, constants: Constants): boolean {
  const all = source.match(/\breturn\b[^;]*;/g) ?? [];
  return all.length > 0 && all.length === returnedIntegers(source, constants).length;
}

/** The integers that a function stores behind a parameter. */
export function storedIntegers(source: string, name: string, constants: Constants): bigint[] {
  const found = withSingleBlanks(source).matchAll(
    new RegExp(`\\* ?${name} ?= ?(-?) ?(\\d{1,18}|[A-Za-z_]\\w*) ?[;,)]`, 'g'),
  );
  return integersOf(found, constants);
}

/** Two parts of an expression that match the same blanks take the square of their number. */
function withSingleBlanks(source: string): string {
  return source.replaceAll(/\s+/g, ' ');
}

function integersOf(found: Iterable<RegExpMatchArray>, constants: Constants): bigint[] {
  return [...found].flatMap(([, sign, text = '0']) => {
    const value = /^\d/.test(text)
      ? BigInt(text)
      : (constants.get(text) ?? errorNumber(text) ?? truth(text));
    return value === undefined ? [] : [sign === '-' ? -value : value];
  });
}

/** A number of `errno.h`, as on this machine. */
function errorNumber(text: string): bigint | undefined {
  const found = Object.entries(system.errno).find(([name]) => name === text);
  return found === undefined ? undefined : BigInt(found[1]);
}

function truth(text: string): bigint | undefined {
  if (/^true$/i.test(text)) return 1n;
  return /^false$/i.test(text) ? 0n : undefined;
}
