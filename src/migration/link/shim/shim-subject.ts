import type { CFunction, CUnit } from '../../../code/clang/c-unit.ts';
import type { Mapping } from '../../../equivalence/mapping.ts';
import { type NamedParam, namedParams } from '../../../equivalence/named-param.ts';
import type { Plan } from '../../../equivalence/plan.ts';
import type { RustFunction } from '../../../equivalence/rust/rust-type.ts';

/** A C function, the Rust function that was proven against it, and how they were compared. */
export interface ShimSubject {
  readonly unit: CUnit;
  readonly function: CFunction;
  readonly rust: RustFunction;
  readonly plan: Plan;
  readonly mapping: Mapping;
  /** Whether the C takes memory, which its callers may then have to free. */
  readonly allocates: boolean;
  /** The Rust type of objects to which the C has pointers and does not look into. */
  readonly object: string | undefined;
}

/** What a shim is called with: the parameters, and behind them pointers to variables of the file. */
export function shimParameters({ function: f, plan }: ShimSubject): NamedParam[] {
  return [...namedParams(f), ...namedParams({ ...f, params: plan.variables.params })];
}
