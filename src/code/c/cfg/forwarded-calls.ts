import type { CallExpr, Expr, LoweredFunction, Span, Step, Terminator } from '../ir/ast.ts';
import { expressionsOf } from '../ir/walk.ts';
import { withParts } from '../ir/with-parts.ts';
import { type Forwarding, forwarded } from './forwarding-functions.ts';

/** A call or an assignment that a function makes for another one. */
export interface ForwardedCall extends Span {
  /** The call of that function, as it is written. */
  readonly through: CallExpr;
  /** The functions that are called. */
  readonly to: readonly string[];
}

/** A function that only passes a call on or sets one thing, where its calls are taken for that. */
export interface Forwarder {
  readonly fn: LoweredFunction;
  /** The calls in the file that it makes for others. */
  readonly calls: readonly ForwardedCall[];
  /** Whether it gives nothing of the result back. */
  readonly drops: boolean;
  /** Whether the file names it beside these calls. */
  readonly isNamedElsewhere: boolean;
}

/** The functions of a file that only pass a call on, with their calls. */
export function forwardersOf(
  functions: readonly LoweredFunction[],
  calls: readonly ForwardedCall[],
  forwardingOf: (name: string) => Forwarding | undefined,
): readonly Forwarder[] {
  const byName = Map.groupBy(calls, ({ through }) => through.name);
  const parts = functions.flatMap(({ blocks }) => expressionsOf(blocks));
  const named = new Set(parts.flatMap((part) => (part.kind === 'name' ? part.name : [])));
  return functions.flatMap((fn): readonly Forwarder[] => {
    const drops = forwardingOf(fn.name)?.drops;
    const own = byName.get(fn.name) ?? [];
    if (drops === undefined || own.length === 0) return [];
    return [{ fn, calls: own, drops, isNamedElsewhere: named.has(fn.name) }];
  });
}

/** Expressions with such calls, each made once: what is in two places of a function stays one. */
export class Forwarded {
  private readonly forwardingOf: (name: string) => Forwarding | undefined;
  private readonly known = new Map<Expr, Expr>();
  /** The calls so far that are taken for others. */
  readonly calls: ForwardedCall[] = [];

  constructor(forwardingOf: (name: string) => Forwarding | undefined) {
    this.forwardingOf = forwardingOf;
  }

  ofFunction(fn: LoweredFunction): LoweredFunction {
    const isAny = expressionsOf(fn.blocks).some(
      (expr) => expr.kind === 'call' && this.forwardingOf(expr.name) !== undefined,
    );
    if (!isAny) return fn;
    const blocks = fn.blocks.map((block) => ({
      ...block,
      steps: block.steps.map((step) => this.ofStep(step)),
      end: this.ofEnd(block.end),
    }));
    const loops = fn.loops.map((loop) => {
      const { condition, init, update } = loop;
      return {
        ...loop,
        ...{ condition: this.of(condition), init: this.of(init) },
        update: this.of(update),
      };
    });
    return { ...fn, blocks, loops };
  }

  private ofStep(step: Step): Step {
    if (step.kind === 'eval') return { ...step, expr: this.ofExpr(step.expr) };
    if (step.kind === 'leave') return step;
    return { ...step, init: this.of(step.init), count: this.of(step.count) };
  }

  private ofEnd(end: Terminator): Terminator {
    if (end.kind === 'branch') return { ...end, condition: this.ofExpr(end.condition) };
    if (end.kind === 'switch') return { ...end, value: this.ofExpr(end.value) };
    return end.kind === 'return' ? { ...end, value: this.of(end.value) } : end;
  }

  private of(expr: Expr | undefined): Expr | undefined {
    return expr && this.ofExpr(expr);
  }

  private ofExpr(expr: Expr): Expr {
    const known = this.known.get(expr);
    if (known !== undefined) return known;
    let isChanged = false;
    const moved = withParts(expr, (part) => {
      const now = this.ofExpr(part);
      isChanged ||= now !== part;
      return now;
    });
    const own = isChanged ? moved : expr;
    const meant = own.kind === 'call' ? this.ofCall(own) : own;
    this.known.set(expr, meant);
    return meant;
  }

  private ofCall(call: CallExpr): Expr {
    const forwarding = this.forwardingOf(call.name);
    const meant = forwarding && forwarded(call, forwarding);
    if (forwarding === undefined || meant === undefined) return call;
    const { start, end } = call;
    this.calls.push({ start, end, through: call, to: forwarding.to });
    return meant;
  }
}
