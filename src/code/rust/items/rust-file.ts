import type { SyntaxTree } from '../../syntax/syntax.ts';
import { collectItems, type RustItems } from './collect-items.ts';
import { Comments } from './comments.ts';
import type { RustFunction, RustGlobal, RustStruct } from './items.ts';
import { ruleFor } from './macro-rules.ts';
import { pointee, type RustType } from './types.ts';

/** What a path says about the use of a file. */
type FileContext = 'production' | 'test' | 'example' | 'build';

/** A Rust file with its items, looked up by name. */
export interface RustFile extends RustItems {
  readonly tree: SyntaxTree;
  readonly path: string;
  readonly context: FileContext;
  readonly comments: Comments;
  structNamed(name: string): RustStruct | undefined;
  globalNamed(name: string): RustGlobal | undefined;
  /** The function of that name (and owner), where the file has exactly one. */
  functionNamed(name: string, owner?: string): RustFunction | undefined;
  /** The rule of a macro that takes so many arguments, where the file has exactly one. */
  macroNamed(name: string, parameters: number): RustFunction | undefined;
  isForeign(name: string): boolean;
  /** The declared type of a field, where the struct stands in this file. */
  fieldType(type: RustType | undefined, field: string): RustType | undefined;
}

/**
 * Reads the items of a file. The path tells tests, examples and build scripts.
 * @param isTest whether only tests are built with it, whatever its path is
 */
export function rustFileOf(tree: SyntaxTree, path: string, isTest = false): RustFile {
  const items = collectItems(tree);
  const structs = new Map(items.structs.map((struct) => [struct.name, struct]));
  const globals = new Map(items.globals.map((global) => [global.name, global]));
  const foreign = new Set(items.foreign.map((fn) => fn.name));
  const functions = new Map<string, RustFunction[]>();
  for (const fn of items.functions) {
    for (const key of [fn.name, `${fn.owner}::${fn.name}`]) {
      const known = functions.get(key);
      if (known === undefined) functions.set(key, [fn]);
      else known.push(fn);
    }
  }
  return {
    imports: items.imports,
    functions: items.functions,
    structs: items.structs,
    impls: items.impls,
    globals: items.globals,
    foreign: items.foreign,
    declared: items.declared,
    macros: items.macros,
    testModules: items.testModules,
    tree,
    path,
    context: isTest ? 'test' : contextOf(path),
    comments: new Comments(tree),
    structNamed: (name) => structs.get(name),
    globalNamed: (name) => globals.get(name),
    functionNamed(name, owner) {
      const found = functions.get(owner === undefined ? name : `${owner}::${name}`);
      return found?.length === 1 ? found[0] : undefined;
    },
    macroNamed(name, parameters) {
      const rules = items.macros.filter((fn) => fn.name === `${name}!`);
      return ruleFor(rules, parameters, ({ owner }) => owner);
    },
    isForeign: (name) => foreign.has(name),
    fieldType(type, field) {
      const struct = structs.get(pointee(type)?.name ?? '');
      return struct?.fields.find((known) => known.name === field)?.type;
    },
  };
}

function contextOf(path: string): FileContext {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  if (
    parts.some((part) => /^(?:tests?|benches|fuzz)$/.test(part)) ||
    /(?:^|_)tests?\.rs$/.test(file)
  ) {
    return 'test';
  }
  if (parts.includes('examples')) return 'example';
  return file === 'build.rs' ? 'build' : 'production';
}
