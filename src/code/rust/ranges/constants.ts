import type { SyntaxTree } from '../../syntax/syntax.ts';
import type { RustGlobal } from '../items/items.ts';
import type { RustFile } from '../items/rust-file.ts';
import { simpleType } from '../items/types.ts';
import { evaluateConstant } from './constant-expression.ts';
import { rangeOfType } from './integer-range.ts';

/** Constants that are made of others are followed this far. */
const MAX_DEPTH = 8;

const known = new WeakMap<Defining, Constants>();

/** What defines constants: a file. */
type Defining = Pick<RustFile, 'tree' | 'globals'>;

/** The constants of a file. */
export function constantsOf(file: Defining): Constants {
  const constants = known.get(file) ?? new Constants(file.tree, file.globals);
  known.set(file, constants);
  return constants;
}

/** The values of the constants and statics of a file that are integers. */
class Constants {
  private readonly tree: SyntaxTree;
  private readonly globals = new Map<string, RustGlobal[]>();
  private readonly values = new Map<string, bigint | undefined>();

  constructor(tree: SyntaxTree, globals: readonly RustGlobal[]) {
    this.tree = tree;
    for (const global of globals) {
      const known = this.globals.get(global.name);
      if (known === undefined) this.globals.set(global.name, [global]);
      else known.push(global);
    }
  }

  /**
   * The value of a name; undefined where two have it, as with `cfg`, where an implementation may give another, or where
   * it is no integer that the text fixes.
   */
  valueOf(name: string, depth = 0): bigint | undefined {
    if (this.values.has(name)) return this.values.get(name);
    const [global, other] = this.globals.get(name) ?? [];
    if (global?.value === undefined || other !== undefined || global.kind === 'static mut')
      return undefined;
    if (depth > MAX_DEPTH || rangeOfType(global.type) === undefined) return undefined;
    const isDefault = global.node.parent?.parent?.type === 'trait_item';
    const value =
      isDefault || this.isParameter(name)
        ? undefined
        : evaluateConstant(this.tree, global.value, (inner, path) =>
            this.named(inner, path, depth),
          );
    this.values.set(name, value);
    return value;
  }

  /** Whether something in the file is generic over a constant of that name: `<const N: usize>`. */
  private isParameter(name: string): boolean {
    return new RegExp(`[<,]\\s*const\\s+${name}\\s*:`).test(this.tree.text);
  }

  /** What a name in the value of a constant stands for; a path may lead to another of that name. */
  private named(name: string, path: string, depth: number): bigint | undefined {
    if (/^(?:(?:Self|self)\s*::\s*)?\w+$/.test(path)) return this.valueOf(name, depth + 1);
    return limitOf(path);
  }
}

/** The value of `u8::MAX` and its like. */
export function limitOf(path: string): bigint | undefined {
  const [, type = '', which] =
    /(?:^|::)([iu](?:8|16|32|64|128|size))::(MAX|MIN|BITS)$/.exec(path.replaceAll(/\s+/g, '')) ??
    [];
  const range = rangeOfType(simpleType(type));
  if (range === undefined) return undefined;
  if (which === 'BITS') return BigInt((range.hi - range.lo).toString(2).length);
  return which === 'MAX' ? range.hi : range.lo;
}
