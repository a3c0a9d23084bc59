/** Something that goes wrong, for as many requests as are told. */
export interface Fault {
  /** GitHub's id of the operation, such as `pulls/create-review`. */
  readonly operation: string;
  /** How many requests go well before it; none by default. */
  readonly after?: number;
  /** How often; once by default. */
  readonly times?: number;
  /**
   * `refuse`: nothing is done. `lose-answer`: it is done, and the answer is the status all the
   * same, as when a proxy gives up. `hang`: nothing is done or answered. `slow`: it is done later.
   */
  readonly kind: 'refuse' | 'lose-answer' | 'hang' | 'slow';
  /** 502 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a slow answer, in milliseconds. */
  readonly delay?: number;
}

export interface Faults {
  add(fault: Fault): void;
  /** The fault that this request meets, which is then used up. */
  take(operation: string): Fault | undefined;
  /** Those that no request has met, or not as often as they were to be. */
  left(): Fault[];
}

/** The faults that are switched on, the oldest first. */
export function newFaults(): Faults {
  const waiting: { fault: Fault; after: number; left: number }[] = [];
  return {
    add: (fault) => {
      waiting.push({ fault, after: fault.after ?? 0, left: fault.times ?? 1 });
    },
    left: () => waiting.map(({ fault }) => fault),
    take(operation) {
      const index = waiting.findIndex(({ fault }) => fault.operation === operation);
      const found = waiting[index];
      if (found === undefined) return undefined;
      if (found.after > 0) {
        found.after -= 1;
        return undefined;
      }
      found.left -= 1;
      if (found.left <= 0) waiting.splice(index, 1);
      return found.fault;
    },
  };
}
