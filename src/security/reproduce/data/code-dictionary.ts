import type { LoweredFunction } from '../../../code/c/ir/ast.ts';
import { expressionsOf } from '../../../code/c/ir/walk.ts';

/** What functions are written with: inputs made of it come further than others. */
export interface CodeDictionary {
  readonly numbers: readonly bigint[];
  readonly words: readonly string[];
}

const MOST = 200;
const WORD_SIZE = 32;

/** Their constants, the lengths of their arrays, and their texts, in the order of the code. */
export function codeDictionary(functions: Iterable<LoweredFunction>): CodeDictionary {
  const numbers = new Set<bigint>();
  const words = new Set<string>();
  const addNumber = (value: number | undefined): void => {
    if (value !== undefined && Number.isSafeInteger(value)) numbers.add(BigInt(value));
  };
  for (const { blocks, locals } of functions) {
    for (const { type } of locals) if (type.kind === 'array') addNumber(type.length);
    for (const { end } of blocks) {
      if (end.kind === 'switch') for (const { low } of end.cases) addNumber(low);
    }
    for (const expr of expressionsOf(blocks)) {
      if (expr.kind === 'number') addNumber(expr.value);
      if (expr.kind === 'sizeof') addNumber(expr.size);
      if (expr.kind === 'name' && expr.variable?.type.kind === 'array')
        addNumber(expr.variable.type.length);
      if (expr.kind === 'string' && isWord(expr.value)) words.add(expr.value);
    }
  }
  return { numbers: [...numbers].slice(0, MOST), words: [...words].slice(0, MOST) };
}

function isWord(text: string): boolean {
  return text.length > 0 && text.length <= WORD_SIZE && /^[\t-\r -~]+$/.test(text);
}
