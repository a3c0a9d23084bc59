import type { Variable } from '../../code/c/ir/ast.ts';

type Certainty = 'always' | 'sometimes';

/** A raw pointer that `get()` of a smart pointer has lent. */
export interface Loan {
  /** Undefined where it is one on some paths and another on others: nothing is said of it then. */
  readonly owner: Variable | undefined;
  /** Whether that is so on every path. */
  readonly lent: Certainty;
  /** Whether the owner has destroyed the object since. */
  readonly ended: 'no' | Certainty;
}

/** What each raw pointer is, at one point of a function. */
export type Loans = ReadonlyMap<Variable, Loan>;

/** The loans on two paths that meet. */
export function joinLoans(a: Loans, b: Loans): Loans {
  const joined = new Map<Variable, Loan>();
  for (const raw of new Set([...a.keys(), ...b.keys()])) {
    joined.set(raw, joinLoan(a.get(raw), b.get(raw)));
  }
  return joined;
}

export function sameLoans(a: Loans, b: Loans): boolean {
  return a.size === b.size && [...a].every(([raw, loan]) => sameLoan(loan, b.get(raw)));
}

/** An owner destroys its object: what it has lent is dangling. */
export function endLoans(loans: Map<Variable, Loan>, owner: Variable): void {
  for (const [raw, loan] of loans) {
    if (loan.owner === owner) loans.set(raw, { ...loan, ended: loan.lent });
  }
}

/** An owner gives its object away, or may have: nothing is known of what it has lent. */
export function forgetLoans(loans: Map<Variable, Loan>, owner: Variable): void {
  for (const [raw, loan] of loans) {
    if (loan.owner === owner && loan.ended === 'no') loans.set(raw, { ...loan, owner: undefined });
  }
}

function joinLoan(a: Loan | undefined, b: Loan | undefined): Loan {
  if (a === undefined || b === undefined) {
    const known = a ?? b;
    if (known === undefined) throw new Error('neither path has the pointer');
    return { ...known, lent: 'sometimes', ended: known.ended === 'no' ? 'no' : 'sometimes' };
  }
  if (a.owner !== b.owner) return { owner: undefined, lent: 'sometimes', ended: 'no' };
  return {
    owner: a.owner,
    lent: a.lent === b.lent ? a.lent : 'sometimes',
    ended: a.ended === b.ended ? a.ended : 'sometimes',
  };
}

function sameLoan(a: Loan, b: Loan | undefined): boolean {
  return a.owner === b?.owner && a.lent === b?.lent && a.ended === b?.ended;
}
