/** The parts of a run. */
export const KINDS = ['files', 'configurations', 'sarifs', 'webhooks'] as const;

export type Kind = (typeof KINDS)[number];

/** An input, or some together, with which something that is promised does not hold. */
export interface Failure {
  readonly kind: Kind;
  readonly indices: readonly number[];
  /** What the input is like, in a few words. */
  readonly idea: string;
  readonly problems: readonly string[];
  /** Where it is kept, to be looked at. */
  readonly folder: string;
  /** What was run with it. */
  readonly command: string;
}

/** What came of one kind of inputs. */
export interface Result {
  readonly tried: number;
  readonly failures: readonly Failure[];
  /** The most memory that one process had, in bytes. */
  readonly peak: number;
  /** The longest time that one input took, or a group of them. */
  readonly slowest: number;
}

/** Which inputs of a kind are tried, and where what fails is kept. */
export interface Request {
  readonly seed: number;
  readonly indices: readonly number[];
  readonly home: string;
  readonly onFailure: (failure: Failure) => void;
}
