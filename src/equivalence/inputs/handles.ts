import type { CaseStep } from '../cases/case.ts';
import type { CallSignature } from './call-signature.ts';

/** The handles of a case while its steps are taken one after another. */
export class Handles {
  private readonly made: { readonly type: string; isAlive: boolean }[] = [];

  /** Numbers of those of a type that were not consumed, oldest first. */
  alive(type: string): readonly number[] {
    return [...this.made.keys()].filter((handle) => this.isAlive(handle, type));
  }

  /** Whether a step may take its handles: each alive, of its type, and none of them twice. */
  allows(call: CallSignature, handles: readonly number[]): boolean {
    const takes = call.takes ?? [];
    return (
      handles.length === takes.length &&
      new Set(handles).size === handles.length &&
      takes.every(({ type }, at) => this.isAlive(handles[at] ?? -1, type))
    );
  }

  /** Handles that a call can take now, or undefined. `prefer` orders those of one type, best first. */
  choose(
    call: CallSignature,
    prefer: (alive: readonly number[]) => readonly number[],
  ): readonly number[] | undefined {
    const chosen: number[] = [];
    for (const { type } of call.takes ?? []) {
      const handle = prefer(this.alive(type)).find((each) => !chosen.includes(each));
      if (handle === undefined) return undefined;
      chosen.push(handle);
    }
    return chosen;
  }

  /** Makes the handle of a step, and ends those that it consumes. */
  after(call: CallSignature, handles: readonly number[]): void {
    for (const [at, { use }] of (call.takes ?? []).entries()) {
      const taken = this.made[handles[at] ?? -1];
      if (use === 'consumes' && taken !== undefined) taken.isAlive = false;
    }
    if (call.makes !== undefined) this.made.push({ type: call.makes, isAlive: true });
  }

  private isAlive(handle: number, type: string): boolean {
    const found = this.made[handle];
    return found?.type === type && found.isAlive;
  }
}

/**
 * Steps with handles that exist: of those given, each that can be taken, in order. A handle of a
 * step that fell out, or that no longer lives, becomes the newest of its type; without one the
 * step falls out.
 */
export function relinkHandles(
  calls: readonly CallSignature[],
  steps: readonly (CaseStep | undefined)[],
  numbers: readonly (number | undefined)[] = [],
): readonly CaseStep[] {
  const handles = new Handles();
  const result: CaseStep[] = [];
  for (const step of steps) {
    const call = calls[step?.call ?? -1];
    if (step === undefined || call === undefined) continue;
    const wanted = step.handles.map((handle) => numbers[handle] ?? handle);
    const taken = handles.allows(call, wanted)
      ? wanted
      : handles.choose(call, (alive) => alive.toReversed());
    if (taken === undefined) continue;
    handles.after(call, taken);
    result.push({ ...step, handles: taken });
  }
  return result;
}
