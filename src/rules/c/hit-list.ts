import type { LoweredFunction, Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import {
  type Assumptions,
  assumptionsIn,
  NO_ASSUMPTIONS,
} from '../../code/flow/domain/assumptions.ts';
import { SourceStep } from '../../code/flow/domain/source-step.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { Location } from '../../code/syntax/location.ts';
import type { Basis, Doubt } from '../basis.ts';
import { type Confidences, confidencesOf } from '../confidence/confidence.ts';
import type { Hit, SharedCause } from '../rule.ts';
import type { CRule, HitOptions, ReportHit } from './c-rule.ts';
import { DebugCode } from './debug-code.ts';
import { ForwardedCalls, messageThrough, settledForwarding } from './forwarded-hits.ts';

export interface CHit extends Hit {
  readonly rule: string;
}

/** A hit before all is known that its confidence rests on. */
export interface PendingHit {
  readonly rule: string;
  readonly span: Span;
  readonly location: Location;
  readonly function: string;
  readonly message: string;
  readonly options: HitOptions;
  basis: Basis;
  /** Heard without what comes before it. */
  readonly degraded: boolean;
}

/** Where it is not known what runs before a hit, the hit is no finding. */
const MAX_DEGRADED_CONFIDENCE = 0.49;

/** The hits of the rules in one file. Of several of a rule on one line the surest one stays. */
export class HitList {
  private readonly unit: TranslationUnit;
  private readonly weight: number;
  private readonly debugCode: DebugCode;
  private readonly forwarded: ForwardedCalls;
  /** The rules that go by the name of a call alone. */
  private readonly ofName = new Set<string>();
  private readonly found = new Map<string, PendingHit>();
  /** In the order of the text that was lowered, which is not that of the file where items were read anew. */
  private readonly functions: readonly LoweredFunction[];
  /** Whether what the rules hear now is heard without what comes before it. */
  degraded = false;
  /** Whether some function was not followed whole. */
  hasCuts = false;
  /** What was assumed of the values that the rules hear of now. */
  private assumed: () => Assumptions = () => NO_ASSUMPTIONS;

  /** @param weight what the confidence of all hits in the file is multiplied with */
  constructor(unit: TranslationUnit, weight: number) {
    this.unit = unit;
    this.weight = weight;
    this.debugCode = new DebugCode(unit);
    this.forwarded = new ForwardedCalls(unit);
    this.functions = unit.functions.toSorted((left, right) => left.start - right.start);
  }

  /** What the rules hear next is about these values. */
  readonly observe = (facts: Facts, ...values: readonly (Value | undefined)[]): void => {
    this.assumed = () =>
      values.reduce(
        (set: Assumptions, value) => (value === undefined ? set : set | facts.assumedOf(value)),
        NO_ASSUMPTIONS,
      );
  };

  /** Forgets which values the rules heard of: what comes is about the file as a whole. */
  observeNothing(): void {
    this.assumed = () => NO_ASSUMPTIONS;
  }

  /** Takes the hits of one rule. */
  reporter({ id, event = 'definite', isOfName }: CRule): ReportHit {
    if (isOfName === true) this.ofName.add(id);
    return (span, message, options) => {
      const call = this.forwarded.at(span);
      if (call !== undefined && isOfName === true) return;
      const told = call === undefined ? message : messageThrough(message, call);
      this.add(id, span, told, { event, ...options });
    };
  }

  private add(rule: string, span: Span, message: string, options: HitOptions): void {
    const location = this.unit.tree.location(span);
    const key = `${rule}:${location.line}`;
    const { event = 'definite' } = options;
    const hit: PendingHit = {
      rule,
      span,
      location,
      function: enclosingFunction(this.functions, span)?.name ?? '',
      message,
      options,
      basis: {
        event,
        // What the values are does not matter to a shape.
        doubts: event === 'shape' ? [] : assumptionsIn(this.assumed()),
        witnessed: false,
      },
      degraded: this.degraded,
    };
    const known = this.found.get(key);
    if (known === undefined || this.confidence(known) < this.confidence(hit))
      this.found.set(key, hit);
  }

  /** How sure a hit is in code that stands, as far as is known yet. */
  confidence(hit: PendingHit): number {
    return this.confidences(hit).standing;
  }

  private confidences(hit: PendingHit): Confidences {
    const weight = this.weight * this.debugCode.weight(hit.location.line);
    const most = hit.degraded ? MAX_DEGRADED_CONFIDENCE : 0.95;
    const weighed = (sure: number) =>
      Math.round(Math.min(most, Math.max(0.4, sure * weight)) * 100) / 100;
    const { standing, newCode } = confidencesOf(hit.rule, hit.options.confidence, hit.basis);
    return { standing: weighed(standing), newCode: weighed(newCode) };
  }

  private isDebugCode({ location }: PendingHit): boolean {
    return this.debugCode.weight(location.line) < 1;
  }

  /** The hits in a function so far, in the order of the text. */
  hitsIn(fn: LoweredFunction): PendingHit[] {
    return [...this.found.values()]
      .filter(({ span }) => fn.start <= span.start && span.end <= fn.end)
      .sort((a, b) => a.span.start - b.span.start);
  }

  /** Adds to what is known of a hit. What a single path shows happens on it for certain. */
  conclude(hit: PendingHit, witnessed: boolean): void {
    if (hit.options.joined === true) {
      if (witnessed) hit.basis = { ...hit.basis, event: 'definite', witnessed };
      return;
    }
    const doubts: Doubt[] = witnessed ? [...hit.basis.doubts] : [...hit.basis.doubts, 'no-path'];
    hit.basis = { ...hit.basis, doubts, witnessed };
  }

  private settled(): PendingHit[] {
    const isWhole = !this.hasCuts;
    return settledForwarding(
      [...this.found.values()],
      this.unit,
      (hit) => this.confidence(hit),
      this.ofName,
      isWhole,
    );
  }

  /** All hits, in the order of the file. Those of one cause in a function name its first place. */
  sorted(): CHit[] {
    const pending = this.settled().sort(inFileOrder);
    const byCause = Map.groupBy(pending, (hit) => causeOf(hit) ?? hit);
    return pending.map((hit): CHit => {
      const alike = byCause.get(causeOf(hit) ?? hit) ?? [];
      const [first] = alike;
      const { standing, newCode } = this.confidences(hit);
      return {
        rule: hit.rule,
        location: hit.location,
        function: hit.function,
        message: hit.message,
        confidence: standing,
        inNewCode: newCode,
        basis: this.isDebugCode(hit) ? { ...hit.basis, debug_code: true } : hit.basis,
        trace: hit.options.trace ?? [],
        ...(first === undefined || alike.length < 2 ? {} : { cause: placeOf(first) }),
        ...(hit.options.cwe === undefined ? {} : { cwe: hit.options.cwe }),
        ...(hit.options.impact === undefined ? {} : { impact: hit.options.impact }),
      };
    });
  }
}

function inFileOrder(a: PendingHit, b: PendingHit): number {
  return (
    a.location.line - b.location.line ||
    a.location.column - b.location.column ||
    (a.rule < b.rule ? -1 : 1)
  );
}

function placeOf({ location }: PendingHit): SharedCause {
  return { line: location.line, column: location.column };
}

/** What a hit has in common with others of the same cause in its function. */
function causeOf({ rule, function: fn, options }: PendingHit): string | undefined {
  if (fn === '') return undefined;
  if (options.cause !== undefined) return `${rule}:${fn}:${options.cause}`;
  const before = (options.trace ?? []).slice(0, -1);
  if (before.length === 0) return undefined;
  const places = before.map((step) =>
    step instanceof SourceStep
      ? `${step.file}:${step.start}`
      : `${step.file}:${step.location.line}:${step.location.column}`,
  );
  return `${rule}:${fn}:${places.join(' ')}`;
}

/** The function around a span; `functions` stand in the order of the text. */
function enclosingFunction(
  functions: readonly LoweredFunction[],
  span: Span,
): LoweredFunction | undefined {
  let low = 0;
  let high = functions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((functions[middle]?.end ?? 0) < span.end) low = middle + 1;
    else high = middle;
  }
  const fn = functions[low];
  return fn !== undefined && fn.start <= span.start && span.end <= fn.end ? fn : undefined;
}
