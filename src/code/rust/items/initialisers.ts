import { descendants } from '../../syntax/syntax.ts';
import type { RustFunction } from './items.ts';
import type { RustFile } from './rust-file.ts';

/** The values of constants and statics that hold code, such as calls and closures, each as a function without parameters. */
export function initialiserFunctions(file: Pick<RustFile, 'globals'>): RustFunction[] {
  return file.globals.flatMap(({ name, node, value, isTest }) => {
    const hasCode =
      value !== undefined &&
      [value, ...descendants(value)].some(({ type }) =>
        /^(?:closure_expression|block|call_expression|macro_invocation)$/.test(type),
      );
    if (value === undefined || !hasCode) return [];
    const is = { isAsync: false, isUnsafe: false, isPublic: false, isTest, mutableSelf: false };
    const around = { abi: '', owner: '', trait: '', hasSelf: false };
    return [
      {
        name,
        node,
        body: value,
        parameters: [],
        returns: undefined,
        attributes: [],
        ...is,
        ...around,
      },
    ];
  });
}
