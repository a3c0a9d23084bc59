import type { Variable } from '../../code/c/ir/ast.ts';

/** What a variable has of an element of a container. */
export interface Borrowed {
  /** The place of the container. */
  readonly container: string;
  readonly as: 'iterator' | 'reference' | 'pointer';
  /** Whether what it leads to has moved or gone since, and by which call. */
  readonly gone: 'no' | 'always' | 'sometimes';
  readonly by: string;
  /** The local container itself, where it dies with the function. */
  readonly owner: Variable | undefined;
  /** Whether it leads to all elements: what `data()` gives. */
  readonly isWhole: boolean;
  /** Which element it is, where that is the first or the last one. */
  readonly at: 'first' | 'last' | undefined;
  /** What `find` was given. */
  readonly key: Key | undefined;
}

/** A value that is the same as long as the variable, if there is one, keeps its own. */
interface Key {
  readonly text: string;
  readonly variable: Variable | undefined;
}

/** What each variable has of containers at a point. */
export type BorrowState = ReadonlyMap<Variable, Borrowed>;

export function joinBorrowed(a: BorrowState, b: BorrowState): BorrowState {
  const joined = new Map<Variable, Borrowed>();
  for (const variable of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(variable), b.get(variable)];
    const known = left ?? right;
    if (known === undefined) continue;
    if (left !== undefined && right !== undefined && left.container !== right.container) continue;
    const gone = left?.gone === right?.gone ? known.gone : worse(left, right);
    const by = [left?.by, right?.by].find((name) => name !== undefined && name !== '') ?? '';
    const at = left?.at === right?.at ? known.at : undefined;
    const key = left?.key?.text === right?.key?.text ? known.key : undefined;
    joined.set(variable, { ...known, gone, by, at, key });
  }
  return joined;
}

/** Where it is so on one path and not on the other. */
function worse(left: Borrowed | undefined, right: Borrowed | undefined): Borrowed['gone'] {
  const isAny = [left, right].some((one) => one !== undefined && one.gone !== 'no');
  return isAny ? 'sometimes' : 'no';
}

export function isSameBorrowed(a: BorrowState, b: BorrowState): boolean {
  return (
    a.size === b.size &&
    [...a].every(([variable, one]) => {
      const other = b.get(variable);
      return (
        other?.container === one.container &&
        other.gone === one.gone &&
        other.by === one.by &&
        other.at === one.at &&
        other.key?.text === one.key?.text
      );
    })
  );
}
