import { z } from 'zod';
import { languageOfPath } from '../../code/syntax/language.ts';
import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { presentIdOf } from '../../rules/former-ids.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { CATEGORIES, type Candidate, OWN_SOURCE, SEVERITIES } from '../candidates/candidate.ts';
import { candidateId } from '../candidates/draft-candidates.ts';
import { scoreOf, severityOf } from '../candidates/severity.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import { foreignSuggestion } from '../import/foreign-rule.ts';
import { SARIF_LEVEL } from '../printers/sarif/level.ts';
import { weaknessOfTag } from '../printers/sarif/weakness-tag.ts';
import { checkReportVersion } from './check-report-version.ts';

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
  properties: z.object({
    confidence: z.number().min(0.4).max(0.95),
    sources: z.array(z.string().min(1)).min(1).default([OWN_SOURCE]),
  }),
});

/** A rule as we write it; only those of other scanners are taken from the file. */
const ruleSchema = z.object({
  id: z.string(),
  defaultConfiguration: z.object({ level: z.enum(['error', 'warning', 'note']) }),
  properties: z.object({ category: z.enum(CATEGORIES), tags: z.array(z.string()) }),
});

const logSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z.array(
    z.object({
      tool: z.object({
        driver: z.object({
          name: z.literal('Rustward'),
          version: z.string().optional(),
          rules: z.array(z.unknown()).default([]),
        }),
      }),
      results: z.array(resultSchema),
    }),
  ),
});

type Result = z.infer<typeof resultSchema>;

/** What a candidate takes from its rule. */
type KnownRule = Pick<RuleDescription, 'id' | 'category' | 'severity' | 'suggestion'> & {
  readonly cwe: readonly number[];
  readonly language: RuleDescription['languages'][0];
};

/**
 * Reads our own SARIF back, as far as it goes: traces stay behind. Results of
 * rules that no longer exist and results that were absent are left out.
 * @throws UsageError on one line when it is not SARIF 2.1.0 of ours, or of a later version
 */
export function parseOwnSarif(value: unknown, rules: readonly RuleDescription[]): Candidate[] {
  const parsed = logSchema.safeParse(value);
  if (!parsed.success) {
    throw new UsageError(`it is no SARIF 2.1.0 of Rustward: ${formatZodError(parsed.error)}`);
  }
  const { runs } = parsed.data;
  for (const { version } of runs.map(({ tool }) => tool.driver))
    if (version !== undefined) checkReportVersion(version);
  const byId = new Map<string, KnownRule>(
    [
      ...runs.flatMap(({ tool }) => tool.driver.rules.flatMap(parseForeignRule)),
      ...rules.map((rule) => ({ ...rule, language: rule.languages[0] })),
    ].map((rule) => [rule.id, rule]),
  );
  return runs
    .flatMap((run) => run.results)
    .filter((result) => result.baselineState !== 'absent')
    .flatMap((result, index) => {
      const file = decodedPath(result.locations[0].physicalLocation.artifactLocation.uri);
      const language = languageOfPath(file);
      const { ruleId } = result;
      const rule = byId.get(language === undefined ? ruleId : presentIdOf(ruleId, language));
      return rule === undefined ? [] : [candidateOf(result, rule, index + 1)];
    });
}

/** Another scanner's rule stands in the file only; one of ours that is gone stays gone. */
function parseForeignRule(value: unknown): KnownRule[] {
  const parsed = ruleSchema.safeParse(value);
  if (!parsed.success) return [];
  const { id, defaultConfiguration, properties } = parsed.data;
  const tool = toolOfPattern(id);
  if (tool === undefined) return [];
  const cwe = properties.tags.flatMap(weaknessOfTag);
  const severity = SEVERITIES.find((name) => SARIF_LEVEL[name] === defaultConfiguration.level);
  if (cwe.length === 0 || severity === undefined) return [];
  const { category } = properties;
  return [{ id, category, cwe, severity, suggestion: foreignSuggestion(tool), language: 'c' }];
}

function candidateOf(result: Result, rule: KnownRule, gid: number): Candidate {
  const { physicalLocation, logicalLocations } = result.locations[0];
  const { region, contextRegion } = physicalLocation;
  const file = decodedPath(physicalLocation.artifactLocation.uri);
  const language = languageOfPath(file) ?? rule.language;
  const lines = contextRegion?.snippet?.text.split('\n') ?? [];
  const firstLine = contextRegion?.startLine ?? region.startLine;
  const { confidence, sources } = result.properties;
  const severity = severityOf(confidence, rule.severity);
  return {
    gid,
    id: candidateId(language, file, region.startLine, rule.category, rule.id),
    language,
    category: rule.category,
    pattern: rule.id,
    sources,
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
