import type { ClangFunction } from './unit.ts';

/** A declaration of a name with a type as clang prints types: `int (*each)(node *)`, `char name[4]`. */
function declarationText(type: string, name: string): string {
  const pointer = /\(\*(?:const|volatile|restrict| )*/.exec(type);
  const bracket = type.indexOf('[');
  const at =
    pointer !== null ? pointer.index + pointer[0].length : bracket >= 0 ? bracket : type.length;
  const before = type.slice(0, at);
  const gap = name === '' || before.endsWith('(*') || before.endsWith('*') ? '' : ' ';
  return `${before.trimEnd()}${gap}${name}${type.slice(at)}`;
}

/** A function as a header would declare it, on one line. */
export function signatureOf(
  definition: Pick<ClangFunction, 'name' | 'returnSpelled' | 'params' | 'isVariadic'>,
): string {
  const params = definition.params.map(({ name, spelled }) => declarationText(spelled, name));
  if (definition.isVariadic) params.push('...');
  const list = params.length === 0 ? 'void' : params.join(', ');
  return declarationText(definition.returnSpelled, `${definition.name}(${list})`);
}
