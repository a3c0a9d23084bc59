import * as z from 'zod';
import { mutantKey, originalOf, type SourceMutant } from './mutant.ts';

/** A change of which a person has said that no test can, or should, notice it. */
export const equivalentSchema = z.array(
  z.strictObject({
    file: z.string(),
    /** The text that is changed, and what becomes of it. */
    original: z.string(),
    replacement: z.string(),
    /** The line that it is on, without space around it, where another one has the same text. */
    line: z.string().optional(),
    reason: z.string().min(10),
  }),
);

export type Equivalent = z.infer<typeof equivalentSchema>[number];

/** What became of a change: Stryker's word for it. */
export interface Judged {
  readonly mutant: SourceMutant;
  readonly status: string;
  /** The test that noticed it, or what went wrong. */
  readonly by: string | undefined;
}

export interface Outcome {
  readonly noticed: readonly Judged[];
  /** Not noticed, and named with a reason. */
  readonly named: readonly { readonly judged: Judged; readonly reason: string }[];
  readonly survivors: readonly Judged[];
  /** Neither: no test leads to it, or the run of its tests broke. */
  readonly unjudged: readonly Judged[];
}

/**
 * Sorts what was judged.
 * @param sourceOf the text of a file
 */
export function outcomeOf(
  all: readonly Judged[],
  equivalents: readonly Equivalent[],
  sourceOf: (file: string) => string,
): Outcome {
  const reasonOf = ({ mutant }: Judged) => {
    const source = sourceOf(mutant.file);
    const original = originalOf(source, mutant);
    const line = source.split('\n')[mutant.location.start.line]?.trim();
    return equivalents.find(
      (one) =>
        one.file === mutant.file &&
        one.original === original &&
        one.replacement === mutant.replacement &&
        (one.line ?? line) === line,
    )?.reason;
  };
  const alive = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  return {
    noticed: all.filter(({ status }) => status === 'Killed' || status === 'Timeout'),
    named: alive.flatMap((judged) => {
      const reason = reasonOf(judged);
      return reason === undefined ? [] : [{ judged, reason }];
    }),
    survivors: alive.filter((judged) => reasonOf(judged) === undefined),
    unjudged: all.filter(({ status }) => status === 'RuntimeError' || status === 'CompileError'),
  };
}

/** How many in a hundred are noticed or named, of those that were judged. */
export function shareOf({ noticed, named, survivors }: Outcome): number {
  const judged = noticed.length + named.length + survivors.length;
  return judged === 0 ? 100 : ((noticed.length + named.length) / judged) * 100;
}

/** The table of a run: figures, then each change that no test noticed. */
export function tableOf(outcome: Outcome, sourceOf: (file: string) => string): string {
  const { noticed, named, survivors, unjudged } = outcome;
  const all = noticed.length + named.length + survivors.length + unjudged.length;
  const lines = [
    `${all} mutants: ${noticed.length} noticed, ${survivors.length} not noticed, ` +
      `${named.length} not noticed with a reason, ${unjudged.length} not judged; ${shareOf(outcome).toFixed(1)} %`,
  ];
  for (const { mutant } of survivors) lines.push('', ...shown('not noticed', mutant, sourceOf));
  for (const { judged: one, reason } of named) {
    lines.push('', ...shown('named', one.mutant, sourceOf), `    ${reason}`);
  }
  for (const { mutant, by } of unjudged) {
    lines.push('', ...shown('not judged', mutant, sourceOf), `    ${by ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
}

function shown(what: string, mutant: SourceMutant, sourceOf: (file: string) => string): string[] {
  const { file, location, mutatorName, replacement } = mutant;
  const original = originalOf(sourceOf(file), mutant);
  const place = `${file}:${location.start.line + 1}:${location.start.column + 1}`;
  return [
    `${what}: ${place} ${mutatorName}`,
    `  - ${brief(original)}`,
    `  + ${brief(replacement)}`,
  ];
}

function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}

/** Those of a list that are in the sample, by their keys. */
export function onlyDrawn(all: readonly Judged[], mutants: readonly SourceMutant[]): Judged[] {
  const keys = new Set(mutants.map(mutantKey));
  return all.filter(({ mutant }) => keys.has(mutantKey(mutant)));
}
