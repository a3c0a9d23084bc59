import { assumedAt } from '../../code/rust/state/assumed-at.ts';
import { assuming, assumptionsIn, NOTHING_ASSUMED } from '../../code/rust/state/assumptions.ts';
import { type FlowStep, placeOfStep } from '../../code/rust/state/taint.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import type { Location, TraceStep } from '../../code/syntax/location.ts';
import type { Basis } from '../basis.ts';
import type { Hit } from '../rule.ts';
import type { ProposedHit, RustRule } from './rust-rule.ts';

/** A hit with the id of the rule that made it. */
export interface RustHit extends Hit {
  readonly rule: string;
  readonly basis: Basis;
}

/**
 * What rules find in the facts of one file; the hits come in the order of the file, then of the rules. Broken code
 * gives fewer hits, never an error.
 */
export function runRustRules(facts: RustFacts, rules: readonly RustRule[]): RustHit[] {
  const hits: RustHit[] = [];
  const seen = new Set<string>();
  for (const rule of rules) {
    rule.check(facts, (finding) => {
      const hit = hitOf(facts, rule, finding);
      if (hit === undefined) return;
      const key = `${rule.id} ${hit.location.line} ${hit.location.column}`;
      if (seen.has(key)) return;
      seen.add(key);
      hits.push(hit);
    });
  }
  return hits.sort(
    (a, b) => a.location.line - b.location.line || a.location.column - b.location.column,
  );
}

function hitOf(facts: RustFacts, rule: RustRule, finding: ProposedHit): RustHit | undefined {
  const confidence = adjustedConfidence(facts, finding);
  if (confidence === undefined) return undefined;
  const { tree } = facts.file;
  return {
    rule: rule.id,
    location: tree.location(finding.node),
    function: finding.in?.fn.name ?? '',
    message: finding.message,
    confidence,
    basis: basisOf(rule, finding),
    trace: traceOf(facts, finding),
    ...(finding.cwe === undefined ? {} : { cwe: finding.cwe }),
  };
}

/**
 * What a hit rests on. All are of the kind of a shape: as such they were judged, and no path to one is looked for. What
 * was assumed of its values is told beside.
 */
function basisOf({ judgesValues = false }: RustRule, { in: fn, node, taint }: ProposedHit): Basis {
  const seen = fn === undefined || !judgesValues ? NOTHING_ASSUMED : assumedAt(fn.events, node);
  const passed = judgesValues && taint?.indirect === true ? assuming('unknown-callee') : 0;
  return { event: 'shape', doubts: assumptionsIn(seen | passed), witnessed: false };
}

/** Tests may take shortcuts, and so, to a degree, may examples and build scripts. */
function adjustedConfidence(facts: RustFacts, finding: ProposedHit): number | undefined {
  const isTest = finding.isTest === true || finding.in?.fn.isTest === true;
  const { context } = facts.file;
  const { confidence } = finding;
  if (isTest || context === 'test') return confidence < 0.7 ? undefined : 0.4;
  if (context === 'example') return confidence < 0.6 ? undefined : 0.45;
  const lowered = context === 'production' ? confidence : confidence - 0.15;
  if (lowered < 0.4) return undefined;
  return Math.round(Math.min(0.95, lowered) * 100) / 100;
}

function traceOf(facts: RustFacts, finding: ProposedHit): TraceStep[] {
  const { path: file, tree } = facts.file;
  const fn = finding.in?.fn.name ?? '';
  const steps: TraceStep[] = [];
  for (let at: FlowStep | undefined = finding.taint?.last; at !== undefined; at = at.previous) {
    steps.push({ ...placeOfStep(at, tree, file), function: at.function, message: at.message });
  }
  steps.reverse();
  for (const { node, message } of finding.path ?? []) {
    steps.push({ file, location: tree.location(node), function: fn, message });
  }
  if (steps.length === 0) return [];
  const last: Location = tree.location(finding.node);
  return [...steps, { file, location: last, function: fn, message: finding.message }];
}
