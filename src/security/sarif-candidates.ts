import { z } from 'zod';
import { languageOfPath } from '../code/language.ts';
import { UsageError } from '../errors.ts';
import { firstProblem } from '../first-problem.ts';
import type { RuleDescription } from '../rules/rule.ts';
import { type Candidate, scoreOf, severityOf } from './candidate.ts';
import { candidateId } from './draft-candidates.ts';

const position = z.int().positive();
const snippet = z.object({ text: z.string() });

const locationSchema = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string().min(1) }),
    region: z.object({
      startLine: position,
      startColumn: position.default(1),
      endLine: position.optional(),
      endColumn: position.default(1),
    }),
    contextRegion: z.object({ startLine: position, snippet: snippet.optional() }).optional(),
  }),
  logicalLocations: z.array(z.object({ name: z.string() })).optional(),
});

const resultSchema = z.object({
  ruleId: z.string(),
  message: z.object({ text: z.string() }),
  locations: z.tuple([locationSchema]),
  partialFingerprints: z.object({ primaryLocationLineHash: z.string() }).optional(),
  baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).optional(),
  properties: z.object({ confidence: z.number().min(0.4).max(0.95) }),
});

const logSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z.array(
    z.object({
      tool: z.object({ driver: z.object({ name: z.literal('Rustward') }) }),
      results: z.array(resultSchema),
    }),
  ),
});

type Result = z.infer<typeof resultSchema>;

/**
 * Reads our own SARIF back, as far as it goes: traces stay behind. Results of
 * rules that no longer exist and results that were absent are left out.
 * @throws UsageError on one line when it is not SARIF 2.1.0 of ours
 */
export function candidatesOfSarif(value: unknown, rules: readonly RuleDescription[]): Candidate[] {
  const parsed = logSchema.safeParse(value);
  if (!parsed.success) {
    throw new UsageError(`it is no SARIF 2.1.0 of Rustward: ${firstProblem(parsed.error)}`);
  }
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return parsed.data.runs
    .flatMap((run) => run.results)
    .filter((result) => result.baselineState !== 'absent')
    .flatMap((result, index) => {
      const rule = byId.get(result.ruleId);
      return rule === undefined ? [] : [candidateOf(result, rule, index + 1)];
    });
}

function candidateOf(result: Result, rule: RuleDescription, gid: number): Candidate {
  const { physicalLocation, logicalLocations } = result.locations[0];
  const { region, contextRegion } = physicalLocation;
  const file = decodedPath(physicalLocation.artifactLocation.uri);
  const language = languageOfPath(file) ?? rule.languages[0];
  const lines = contextRegion?.snippet?.text.split('\n') ?? [];
  const firstLine = contextRegion?.startLine ?? region.startLine;
  const { confidence } = result.properties;
  const severity = severityOf(confidence, rule.severity);
  return {
    gid,
    id: candidateId(language, file, region.startLine, rule.category, rule.id),
    language,
    category: rule.category,
    pattern: rule.id,
    cwe: [...rule.cwe],
    file,
    line: region.startLine,
    column: region.startColumn,
    end_line: region.endLine ?? region.startLine,
    end_column: region.endColumn,
    function: logicalLocations?.[0]?.name ?? '',
    evidence: (lines[region.startLine - firstLine] ?? '').trim().slice(0, 200),
    description: result.message.text,
    suggestion: rule.suggestion,
    confidence,
    severity,
    score: scoreOf(confidence, severity),
    fingerprint: result.partialFingerprints?.primaryLocationLineHash ?? '',
    trace: [],
    excerpt: { first_line: firstLine, lines },
  };
}

function decodedPath(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    throw new UsageError(`it names a file by the broken address ${uri.slice(0, 100)}`);
  }
}
