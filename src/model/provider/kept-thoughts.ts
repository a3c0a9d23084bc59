/** A conversation that goes on after so many other calls is shown without what was thought before. */
const MAX_CALLS = 2000;

/**
 * What a model thought before it called a tool, as the provider wrote it, sealed or not. Providers want it
 * back with the result of the call, so that the model need not think the same again. It is kept for this
 * process and by the id of the call: no other provider can read it, and no other part needs it.
 */
export class KeptThoughts<Thought> {
  readonly #byCall = new Map<string, readonly Thought[]>();

  keep(callId: string | undefined, thoughts: readonly Thought[]): void {
    if (callId === undefined || thoughts.length === 0) return;
    this.#byCall.delete(callId);
    this.#byCall.set(callId, thoughts);
    const [oldest] = this.#byCall.keys();
    if (this.#byCall.size > MAX_CALLS && oldest !== undefined) this.#byCall.delete(oldest);
  }

  recall(callId: string | undefined): readonly Thought[] {
    return this.#byCall.get(callId ?? '') ?? [];
  }
}
