import type { Skip } from '../../workspace/files/skip.ts';
import { type CandidateDraft, inFileOrder, isSurer } from '../candidates/draft-candidates.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';
import { failedAnalysis, type ScannedFile } from './scan-file.ts';

/** What was found in a file in one of its configurations. */
interface Examined {
  readonly label: string;
  readonly scanned: ScannedFile;
}

/**
 * What was found in all configurations of a file. Of what one rule found on one line the surest stands for all of
 * them; where not all have it, it says which do.
 */
export function joinConfigurations(file: string, parts: readonly Examined[]): ScannedFile {
  const [first, ...others] = parts;
  if (first === undefined) return failedAnalysis(file, 'was not reached');
  if (others.length === 0) return first.scanned;
  const { scanned = first.scanned } =
    parts.find((part) => part.scanned.language !== undefined) ?? first;
  return {
    ...scanned,
    drafts: joinDrafts(parts),
    functions: joinFunctions(parts),
    skips: joinSkips(file, parts),
  };
}

function joinDrafts(parts: readonly Examined[]): CandidateDraft[] {
  const all = parts.flatMap(({ label, scanned }) =>
    scanned.drafts.map((draft) => ({ label, draft })),
  );
  const places = Map.groupBy(all, ({ draft }) => `${draft.line}:${draft.pattern}`);
  const joined = [...places.values()].flatMap((found) => {
    const [first, ...others] = found.map(({ draft }) => draft);
    if (first === undefined) return [];
    const draft = others.reduce((best, other) => (isSurer(other, best) ? other : best), first);
    return [found.length === parts.length ? draft : inConfigurations(draft, found, parts.length)];
  });
  return joined.sort(inFileOrder);
}

function inConfigurations(
  draft: CandidateDraft,
  found: readonly { readonly label: string }[],
  count: number,
): CandidateDraft {
  const configurations = found.map(({ label }) => label);
  const description = `${draft.description} (in ${found.length} of ${count} configurations: ${configurations.join('; ')})`;
  return { ...draft, description, configurations };
}

/** A function that configurations compile in different ways is one function, which calls what any of them calls. */
function joinFunctions(parts: readonly Examined[]): FunctionOutline[] {
  const all = parts.flatMap(({ scanned }) => scanned.functions);
  const byPlace = Map.groupBy(all, ({ line, endLine, name }) => `${line}:${endLine}:${name}`);
  const joined = [...byPlace.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const same = [first, ...others];
    const union = (key: 'calls' | 'fieldCalls') =>
      [...new Set(same.flatMap((each) => each[key]))].sort();
    return { ...first, calls: union('calls'), fieldCalls: union('fieldCalls') };
  });
  return joined.sort((left, right) => left.line - right.line || left.endLine - right.endLine);
}

/** What was not examined, of each reason once; lines are left aside that no configuration compiles. */
function joinSkips(file: string, parts: readonly Examined[]): Skip[] {
  const all = parts.flatMap(({ label, scanned }) =>
    scanned.skips.filter(({ aside }) => aside !== true).map((skip) => ({ label, skip })),
  );
  const byReason = Map.groupBy(all, ({ skip }) => skip.reason);
  const others = [...byReason.values()].flatMap((found) => {
    const [first] = found;
    if (first === undefined) return [];
    const where = found.map(({ label }) => label).join('; ');
    const isOfAll = found.length === parts.length;
    return [
      isOfAll ? first.skip : { ...first.skip, reason: `${first.skip.reason} (with ${where})` },
    ];
  });
  return [...others, ...asideSkip(file, parts)];
}

function asideSkip(file: string, parts: readonly Examined[]): Skip[] {
  const [first = new Set<number>(), ...others] = parts.map(({ scanned }) => asideLines(scanned));
  const lines = others.reduce((shared, each) => shared.intersection(each), first);
  if (lines.size === 0) return [];
  const all = stretches([...lines].sort((left, right) => left - right));
  const what = lines.size === 1 ? 'line' : 'lines';
  const reason = `${what} ${named(all)} not part of this build in any of its ${parts.length} configurations, and not examined`;
  return [{ file, reason, failed: false, lines: all, aside: true }];
}

function asideLines({ skips }: ScannedFile): Set<number> {
  const lines = new Set<number>();
  for (const { aside, lines: found = [] } of skips)
    if (aside === true)
      for (const { first, last } of found)
        for (let line = first; line <= last; line += 1) lines.add(line);
  return lines;
}
