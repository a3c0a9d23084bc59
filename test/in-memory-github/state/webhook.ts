/** Where an app hears of what happens. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly secret: string;
  /** What it hears of: GitHub's names of events. */
  readonly events: readonly string[];
}

/** One event on its way to one app. */
export interface Delivery {
  readonly id: number;
  /** Of the event: a redelivery has it too. */
  readonly guid: string;
  /** The id of the app. */
  readonly app: number;
  readonly event: string;
  readonly action: string | null;
  readonly installation: number;
  readonly repository: number | null;
  readonly redelivery: boolean;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, as it is signed. */
  readonly body: string;
  /** What came of it; undefined as long as it was not tried. */
  outcome: Outcome | undefined;
}

export interface Outcome {
  readonly at: string;
  readonly seconds: number;
  /** `OK`, or what went wrong in GitHub's words. */
  readonly status: string;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
}

/** Whether the app took a delivery; false for one that was not tried yet. */
export function isDelivered({ outcome }: Delivery): boolean {
  return outcome !== undefined && outcome.code >= 200 && outcome.code < 300;
}
