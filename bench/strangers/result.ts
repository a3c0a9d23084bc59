import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import type { StepOutcome } from '../../src/migration/pipeline/step-outcome.ts';
import type { CrateFigures } from '../migrate/examine-crate.ts';
import { type Fault, faultOf } from './fault-of.ts';

/** Where a C function of a project stands when a run has ended. */
export interface Standing {
  readonly name: string;
  readonly state: 'compared' | 'nothing to compare' | 'not compared' | 'blocked' | 'waiting';
  /** Inputs on which both gave the same. */
  readonly cases?: number;
  /** Why it was not compared, or is not in Rust. */
  readonly reason?: string;
  readonly fault?: Fault;
}

/** What a migration has made of a project, as a person would see it. */
export interface StrangerResult {
  readonly name: string;
  readonly isGiven: boolean;
  readonly functions: readonly Standing[];
  /** Why the run ended before all was tried. */
  readonly stopped?: string;
  /** Functions of the given interface that stand for none of the C: nothing of them is compared. */
  readonly besideC?: { readonly written: number; readonly left: number };
  /** Of the functions; the one call that lays out the crate aside. */
  readonly calls: number;
  readonly tokens: number;
  /** Of each function that was tried; what a step took is shared by its functions. */
  readonly callsOfEach: readonly number[];
  readonly seconds: number;
  /** Undefined where there is no crate. */
  readonly crate?: CrateFigures | undefined;
}

/** Each function of a run, in its order. */
export function standingsOf(outcomes: readonly StepOutcome[], isGiven: boolean): Standing[] {
  return outcomes.flatMap((outcome) =>
    outcome.step.functions.map(({ name }): Standing => {
      if (outcome.kind === 'waiting') return { name, state: 'waiting' };
      if (outcome.kind === 'blocked' || outcome.kind === 'skipped') {
        const { reason } = outcome;
        return { name, state: 'blocked', reason, fault: faultOf(reason, isGiven) };
      }
      if (outcome.kind === 'done before')
        return standingOf(name, outcome.evidence.get(name), isGiven);
      const { result } = outcome;
      const evidence = result.kind === 'done' ? result.evidence.get(name) : undefined;
      return standingOf(name, evidence, isGiven);
    }),
  );
}

function standingOf(name: string, evidence: Evidence | undefined, isGiven: boolean): Standing {
  switch (evidence?.kind) {
    case 'equal':
      return { name, state: 'compared', cases: evidence.cases };
    case 'nothing to compare':
      return { name, state: 'nothing to compare', reason: evidence.because };
    case 'different': {
      const reason = `compared when all was there, it gives ${evidence.rust} for ${evidence.input}`;
      return { name, state: 'blocked', reason, fault: 'the answers' };
    }
    case 'not checked':
    case undefined: {
      const reason = evidence?.because ?? 'there is no evidence';
      return { name, state: 'not compared', reason, fault: faultOf(reason, isGiven) };
    }
  }
}
