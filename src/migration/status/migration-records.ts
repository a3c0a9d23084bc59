import type { Evidence } from '../../equivalence/evidence/evidence.ts';

/** What this clone knows of a run; as in `progress.json`. */
export interface RunRecord {
  /** Whether the crate was given, with signatures at least. */
  readonly has_interface?: boolean;
  readonly current: { readonly functions: readonly string[] } | null;
  readonly converted: readonly StepRecord[];
  readonly blocked: readonly (StepRecord & { readonly reason: string })[];
  readonly measures?: MeasuresRecord | undefined;
}

interface ScoreRecord {
  readonly score: number;
  readonly candidates: number;
  readonly high: number;
}

/** The same at the start and at the end of the last run that measured it. */
interface BeforeAndAfter<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** What runs have measured. */
export interface MeasuresRecord {
  /** Before: of the C as it was found. After: of the C that has no Rust yet, and of the Rust. */
  readonly score: BeforeAndAfter<ScoreRecord>;
  /** Of the compiler and clippy about the crate. */
  readonly warnings: BeforeAndAfter<number>;
  /** Tests of the crate that run. */
  readonly tests: BeforeAndAfter<number>;
}

/** Functions that were migrated together, or attempted together. */
export interface StepRecord {
  /** Names, with the file before them where several functions have one: `src/a.c:init`. */
  readonly functions: readonly string[];
  readonly metrics: {
    readonly restarts: number;
    readonly rounds: Readonly<Record<string, number>>;
    readonly calls: number;
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cost: number;
    readonly seconds: number;
  };
}

/** What became of a C function; as in a file of `symbol_map`. */
export interface MappedFunction {
  readonly c_name: string;
  readonly c_file: string;
  readonly module: string;
  readonly rust_symbol: string;
  readonly signature: string;
  readonly skipped?: string | undefined;
  readonly evidence: Evidence;
  readonly remarks: readonly string[];
  /** How the C and the Rust stand to those that were compared; missing where that was not looked at. */
  readonly standing?: StandingRecord | undefined;
}

/** `not known` where an earlier version has kept no digests. */
type StandingRecord =
  | { readonly kind: 'same' | 'not known' }
  | { readonly kind: 'changed'; readonly because: string };
