import type { GraphFunction } from '../../code/graph/call-graph.ts';
import type { ChangedText } from './line-counts.ts';

/** A function that a change touches, as it was before; as it is now where it is new. */
export interface ChangedFunction {
  readonly how: 'changed' | 'new' | 'gone';
  readonly fn: GraphFunction;
  /** Whether what stands before its body is another one: what it takes and gives. */
  readonly hasOtherHead: boolean;
}

interface Outlined {
  readonly file: string;
  readonly functions: readonly GraphFunction[];
}

/**
 * The functions whose text differs between two versions of a tree, in the order of files and lines. Of several of a
 * name in one file, such as those of two `#if` branches, the first is compared with the first.
 */
export function changedFunctions(
  changed: readonly ChangedText[],
  before: readonly Outlined[],
  after: readonly Outlined[],
): ChangedFunction[] {
  return changed.flatMap(({ path, old, content }): ChangedFunction[] => {
    const [was, is] = [texts(path, old, before), texts(path, content, after)];
    const touched = [...was].flatMap(([key, one]): ChangedFunction[] => {
      const now = is.get(key);
      if (now === undefined) return [{ how: 'gone', fn: one.fn, hasOtherHead: true }];
      const hasOtherHead = headOf(one.text) !== headOf(now.text);
      return one.text === now.text ? [] : [{ how: 'changed', fn: one.fn, hasOtherHead }];
    });
    const added = [...is].flatMap(([key, { fn }]): ChangedFunction[] =>
      was.has(key) ? [] : [{ how: 'new', fn, hasOtherHead: false }],
    );
    return [...touched, ...added];
  });
}

/** The functions of a file with their text, by name and which of that name it is. */
function texts(path: string, text: string, files: readonly Outlined[]) {
  const lines = text.split('\n');
  const functions = files.find(({ file }) => file === path)?.functions ?? [];
  const seen = new Map<string, number>();
  return new Map(
    functions.map((fn) => {
      const nth = seen.get(fn.name) ?? 0;
      seen.set(fn.name, nth + 1);
      const own = lines.slice(fn.line - 1, fn.endLine).join('\n');
      return [`${fn.name} ${nth}`, { text: own, fn }] as const;
    }),
  );
}

function headOf(text: string): string {
  return (text.split('{')[0] ?? '').replaceAll(/\s+/g, ' ').trim();
}
