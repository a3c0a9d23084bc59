import type { Tier } from '../model.ts';
import type { ModelEntry, Prices } from './models-file.ts';
import type { Secret } from './secret.ts';
import type { WebSearchSettings } from './web-search.ts';

/** One model, with everything settled that a call needs. Times are in milliseconds. */
export interface ModelSettings
  extends Pick<
    ModelEntry,
    | 'apiVersion'
    | 'attempts'
    | 'baseUrl'
    | 'jsonSchema'
    | 'limits'
    | 'maxOutput'
    | 'model'
    | 'parallelToolCalls'
    | 'parameters'
    | 'stream'
    | 'streamUsage'
    | 'window'
  > {
  /** Its name in the configuration. */
  readonly name: string;
  readonly key: Secret | undefined;
  readonly prices: Prices | undefined;
  readonly silence: number;
  readonly outputLimitField: NonNullable<ModelEntry['outputLimitField']>;
  readonly interface: NonNullable<ModelEntry['interface']>;
  readonly keyHeader: NonNullable<ModelEntry['keyHeader']>;
  readonly promptCache: boolean;
}

/** What a run may use in all, or all runs of a month. */
export interface Caps {
  /** Dollars. */
  readonly cost?: number | undefined;
  /** Dollars, of all runs on one repository in one month. */
  readonly monthCost?: number | undefined;
  readonly tokens?: number | undefined;
}

export interface ModelConfiguration {
  readonly group: string;
  /** Each tier's models, in the order in which they are tried. */
  readonly tiers: Readonly<Record<Tier, readonly ModelSettings[]>>;
  /** Milliseconds for one call, retries and further models included. */
  readonly timeout: number;
  readonly caps: Caps;
  /** Where answers that were paid for are kept; undefined when they are not. */
  readonly cacheFolder: string | undefined;
  /** Where agents may search the web; nowhere when undefined. */
  readonly webSearch?: WebSearchSettings | undefined;
  /** What a person should know, one line each, such as a key that is missing. */
  readonly notes: readonly string[];
}

/** No model is a supported way to run; `reason` says why there is none, on one line. */
export type ModelSetup =
  | { readonly kind: 'configured'; readonly configuration: ModelConfiguration }
  | { readonly kind: 'unconfigured'; readonly reason: string };
