import type { ClangFunction, ClangUnit } from '../../../code/clang/unit.ts';
import type { Mapping } from '../../../equivalence/pairing/mapping.ts';
import type { ComparisonPlan } from '../../../equivalence/plan/comparison-plan.ts';
import { type NamedParam, namedParams } from '../../../equivalence/planner/named-param.ts';
import type { RustApiFunction } from '../../../equivalence/rust-api/rust-type.ts';

/** A C function, the Rust function that takes its place, and how they were compared. */
export interface ShimSubject {
  readonly unit: ClangUnit;
  readonly function: ClangFunction;
  readonly rust: RustApiFunction;
  readonly plan: ComparisonPlan;
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
