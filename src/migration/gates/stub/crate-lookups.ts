import type { Crate, CrateFile } from '../../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../../code/rust/items/items.ts';
import { childOf, childrenOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';

const PLACEHOLDER = /^\{\s*(?:todo|unimplemented)!\s*\([^()]*\);?\s*\}$/;

/** A function, and the file that it is in. */
export interface CrateFunction {
  readonly file: CrateFile;
  readonly fn: RustFunction;
}

/** The function of the crate that a path or a method names, where there is exactly one. */
export function findCrateFunction(
  crate: Crate,
  path: string,
  isMethod = false,
): CrateFunction | undefined {
  const [name, owner] = path.split('::').reverse();
  const found = crate.files.flatMap((file) =>
    file.functions
      .filter((fn) => fn.name === name && (!isMethod || fn.owner !== '') && !fn.isTest)
      // A method of that name that is still a placeholder is most likely not the one that is meant.
      .filter((fn) => !isMethod || !PLACEHOLDER.test(file.tree.textOf(fn.body)))
      .filter((fn) => fn.owner === '' || isMethod || fn.owner === owner || owner === 'Self')
      .map((fn) => ({ file, fn })),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Whether the crate defines a macro of that name. */
export function isOwnMacro(crate: Crate, name: string): boolean {
  return macroRules(crate, name).length > 0;
}

/** Whether it is a macro of the crate that uses nothing of what it is given, and calls nothing. */
export function isEmptyMacro(crate: Crate, name: string): boolean {
  const rules = macroRules(crate, name);
  const does = ({ type }: SyntaxNode) =>
    /^(?:metavariable|identifier|token_repetition)$/.test(type);
  return rules.length > 0 && !rules.some((rule) => descendants(rule).some(does));
}

/** What the rules of a macro stand for. */
function macroRules(crate: Crate, name: string): SyntaxNode[] {
  return crate.files.flatMap(({ tree }) =>
    tree.root.children
      .filter((one) => one.type === 'macro_definition')
      .filter((one) => tree.textOf(childOf(one, 'name') ?? one) === name)
      .flatMap((one) => one.children.filter(({ type }) => type === 'macro_rule'))
      .flatMap((rule) => childrenOf(rule, 'right')),
  );
}
