import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { RustFunction } from '../items/items.ts';
import type { FunctionEvents, RustCall } from './events.ts';
import type { Binding } from './scope.ts';

/** A function with everything that happens in it, and the ways to look that up. */
export class AnalysedFunction {
  readonly fn: RustFunction;
  readonly events: FunctionEvents;
  private places: Map<string, Binding> | undefined;
  private initialisers: Map<SyntaxNode, Binding> | undefined;
  private calls: Map<string, RustCall[]> | undefined;

  constructor(fn: RustFunction, events: FunctionEvents) {
    this.fn = fn;
    this.events = events;
  }

  /** The variable that a place is the whole of. */
  bindingAt(place: string): Binding | undefined {
    this.places ??= new Map(this.events.bindings.map((binding) => [binding.place, binding]));
    return this.places.get(place);
  }

  /** The variable whose `let` has this expression. */
  initialisedBy(node: SyntaxNode): Binding | undefined {
    if (this.initialisers === undefined) {
      this.initialisers = new Map();
      for (const binding of this.events.bindings) {
        if (binding.initialiser !== undefined) this.initialisers.set(binding.initialiser, binding);
      }
    }
    return this.initialisers.get(node);
  }

  /** The calls whose receiver or arguments are a place or were made from it, in source order. */
  callsWith(place: string): readonly RustCall[] {
    if (this.calls === undefined) {
      this.calls = new Map();
      for (const call of this.events.calls) this.index(this.calls, call);
    }
    return this.calls.get(place) ?? [];
  }

  private index(calls: Map<string, RustCall[]>, call: RustCall): void {
    const values =
      call.receiver === undefined ? call.arguments : [call.receiver, ...call.arguments];
    for (const place of new Set(values.flatMap((value) => [value.place, ...value.from]))) {
      const known = calls.get(place);
      if (known === undefined) calls.set(place, [call]);
      else known.push(call);
    }
  }
}
