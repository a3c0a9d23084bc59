import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { Refusal } from '../server/refusal.ts';

const Location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string() }),
    region: z.object({ startLine: z.number(), endLine: z.number().optional() }),
  }),
});
const Result = z.object({
  ruleId: z.string(),
  level: z.enum(['none', 'note', 'warning', 'error']).default('warning'),
  message: z.object({ text: z.string() }),
  locations: z.tuple([Location], Location),
  partialFingerprints: z.record(z.string(), z.string()).default({}),
});
const Run = z.object({
  tool: z.object({ driver: z.object({ name: z.string() }) }),
  automationDetails: z.object({ id: z.string() }).optional(),
  results: z.array(Result),
});
const Log = z.object({ version: z.literal('2.1.0'), runs: z.array(Run) });

export type SarifRun = z.infer<typeof Run>;

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_RUNS = 20;
const MAX_RESULTS = 25_000;

/** The runs of an upload, or why GitHub takes none of them. @throws Refusal 400 or 413. */
export function readSarif(encoded: string): {
  runs: readonly SarifRun[];
  /** Each run as it was sent, in the same order. */
  sent: readonly unknown[];
  errors: string[];
} {
  const compressed = Buffer.from(encoded, 'base64');
  if (compressed.length > MAX_BYTES) throw new Refusal(413, 'The SARIF file is too large');
  let value: unknown;
  try {
    value = JSON.parse(gunzipSync(compressed).toString());
  } catch {
    throw new Refusal(400, 'The sarif is no JSON in gzip in base64');
  }
  const { success, data, error } = Log.safeParse(value);
  if (!success) return { runs: [], sent: [], errors: [z.prettifyError(error)] };
  const errors: string[] = [];
  if (data.runs.length > MAX_RUNS) errors.push(`more than ${MAX_RUNS} runs`);
  const seen = new Set<string>();
  for (const run of data.runs) {
    if (run.results.length > MAX_RESULTS) errors.push(`more than ${MAX_RESULTS} results`);
    const key = `${run.tool.driver.name}, category "${categoryOf(run)}"`;
    if (seen.has(key)) errors.push(`multiple runs of one tool and category: ${key}`);
    seen.add(key);
  }
  const sent = z.object({ runs: z.array(z.unknown()) }).parse(value).runs;
  return { runs: errors.length > 0 ? [] : data.runs, sent, errors };
}

/** The id of a run up to its last slash. */
export function categoryOf({ automationDetails }: SarifRun): string {
  const id = automationDetails?.id ?? '';
  return id.slice(0, Math.max(0, id.lastIndexOf('/')));
}
