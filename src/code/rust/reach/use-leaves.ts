import type { RustToken } from '../account/tokens.ts';
import { plainName } from './code-names.ts';

/** One name that a `use` brings, or all of a module. */
export interface UseLeaf {
  /** Empty for all of a module, and for a trait that gets no name. */
  readonly name: string;
  readonly path: readonly RustToken[];
  readonly isGlob: boolean;
}

/** @param tokens of a `use`, from that word to the semicolon */
export function useLeaves(tokens: readonly RustToken[]): UseLeaf[] {
  const start = tokens.findIndex(({ text }) => text === 'use') + 1;
  const leaves: UseLeaf[] = [];
  const open: RustToken[][] = [[]];
  let path: RustToken[] = [];
  const end = () => {
    const leaf = leafOf(path);
    if (leaf !== undefined) leaves.push(leaf);
  };
  for (const token of tokens.slice(start)) {
    if (token.text === '{') open.push([...path]);
    else if (token.text === '}') {
      end();
      open.pop();
      path = [];
    } else if (token.text === ',' || token.text === ';') {
      end();
      path = [...(open.at(-1) ?? [])];
    } else path.push(token);
  }
  return leaves;
}

function leafOf(path: readonly RustToken[]): UseLeaf | undefined {
  const last = path.at(-1);
  if (last === undefined || last.text === '::') return undefined;
  if (last.text === '*') return { name: '', path, isGlob: true };
  if (path.at(-2)?.text === 'as') {
    return { name: last.text === '_' ? '' : plainName(last.text), path, isGlob: false };
  }
  const named = last.text === 'self' && path.length > 2 ? path.at(-3) : last;
  return { name: plainName(named?.text ?? ''), path, isGlob: false };
}
