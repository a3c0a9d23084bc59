/**
 * What a failed call to a provider means for the next one:
 * - `busy`: it works and wants to be left alone for a while;
 * - `broken`: it did not work, and may soon;
 * - `refused`: it will not serve us until the configuration or the account is corrected;
 * - `unfit`: it will not serve this request, whenever it is asked;
 * - `too-long`: as `unfit`, because the request does not fit into the model's window.
 */
type FailureKind = 'busy' | 'broken' | 'refused' | 'unfit' | 'too-long';

interface FailureDetails {
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter?: number | undefined;
  /** Characters that arrived before it failed: they are billed. Missing when nothing began. */
  readonly received?: number | undefined;
}

/** One call to one provider failed. Stays inside src/model: callers of a model see ModelError. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  readonly retryAfter: number | undefined;
  readonly received: number | undefined;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.retryAfter = details.retryAfter;
    this.received = details.received;
  }

  /** Whether the same request may succeed at the same provider. */
  get isTemporary(): boolean {
    return this.kind === 'busy' || this.kind === 'broken';
  }

  /** Whether it says something about the provider, rather than about the request or the moment. */
  get countsForBreaker(): boolean {
    return this.kind === 'broken' || this.kind === 'refused';
  }
}
