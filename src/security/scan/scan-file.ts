import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import type { ResourceGuard } from '../../code/flow/project/file-budget.ts';
import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { type Language, languageOfScanned } from '../../code/syntax/language.ts';
import { parseSyntax } from '../../code/syntax/syntax.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { lineCount } from '../../workspace/files/line-count.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import { readSourceText, type TextLimits } from '../../workspace/files/source-text.ts';
import { type CandidateDraft, draftCandidates } from '../candidates/draft-candidates.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';
import { analyseFile } from './analyse-file.ts';
import type { ChangeRules } from './change-rules.ts';
import {
  type InlineSuppression,
  mentionsSuppression,
  parseSuppressionComments,
} from './suppression-comments.ts';

/** What the scan keeps of one file; plain data, so that it can cross threads. */
export interface ScannedFile {
  readonly file: string;
  /** Undefined where the file was not examined: then `skips` says why. */
  readonly language: Language | undefined;
  readonly lines: number;
  readonly drafts: readonly CandidateDraft[];
  readonly functions: readonly FunctionOutline[];
  readonly suppressions: readonly InlineSuppression[];
  /** What was not examined: the file, or a part of it. */
  readonly skips: readonly Skip[];
  /** Whether bytes that are not UTF-8 were replaced. */
  readonly replaced: boolean;
}

/** A file of a tree. */
export interface TreeFile {
  /** The folder that the path is relative to. */
  readonly root: string;
  readonly file: string;
  /** How it is compiled, where that is known. */
  readonly build: UnitBuild | undefined;
}

export interface ScanFileDeps {
  readonly limits: TextLimits;
  readonly grammars: Grammars;
  /** Every rule that may have hits, by id. */
  readonly rules: ReadonlyMap<string, RuleDescription>;
  /** Rules that run besides the built-in ones. */
  readonly moreRules: readonly PackageRule[];
  /** Rules that compare two versions of a file. */
  readonly changeRules: ChangeRules;
}

const NO_SOURCE = 'is neither C, C++ nor Rust';

/**
 * Reads one file and analyses it. Never throws for what a file is; a failure of
 * the analysis itself is thrown, for the caller to blame on the file.
 */
export async function scanFile(
  { root, file, build }: TreeFile,
  deps: ScanFileDeps,
  project: ProjectKnowledge,
  guard?: ResourceGuard,
): Promise<ScannedFile> {
  const source = readSourceText(root, file, deps.limits);
  if ('skip' in source) return unscannedFile(source.skip);
  const { text, replaced } = source;
  if (languageOfScanned(file, text) === undefined)
    return unscannedFile({ file, reason: NO_SOURCE, failed: false });
  const { grammars, moreRules } = deps;
  const analysis = await analyseFile(file, text, grammars, project, moreRules, guard, build);
  return {
    file,
    language: analysis.language,
    lines: analysis.lines,
    drafts: draftCandidates(file, text, analysis, deps.rules),
    functions: analysis.functions,
    suppressions: await findSuppressions(text, analysis.language, deps.grammars),
    skips: analysis.notes.map((note) => ({ file, ...note })),
    replaced,
  };
}

/**
 * A file of which nothing is asked but how large it is and what it defines: what was found in it before
 * holds of it still.
 * @returns no candidates
 */
export function unaffectedFile(
  file: string,
  root: string,
  limits: TextLimits,
  functions: readonly FunctionOutline[],
): ScannedFile {
  const source = readSourceText(root, file, limits);
  if ('skip' in source) return unscannedFile(source.skip);
  const { text, replaced } = source;
  const language = languageOfScanned(file, text);
  if (language === undefined) return unscannedFile({ file, reason: NO_SOURCE, failed: false });
  const nothing = { drafts: [], suppressions: [], skips: [] };
  return { file, language, lines: lineCount(text), functions, ...nothing, replaced };
}

/** A file that was left out, or that the analysis failed on. */
function unscannedFile(skip: Skip): ScannedFile {
  const nothing = { drafts: [], functions: [], suppressions: [] };
  const { file } = skip;
  return { file, language: undefined, lines: 0, ...nothing, skips: [skip], replaced: false };
}

/** What the reason begins with where the analysis of a file did not end well. */
export const ANALYSIS_FAILED = 'the analysis failed: ';

/** The outcome for a file whose analysis did not end well. */
export function failedAnalysis(file: string, why: string): ScannedFile {
  return unscannedFile({ file, reason: `${ANALYSIS_FAILED}${why}`, failed: true });
}

async function findSuppressions(
  text: string,
  language: Language,
  grammars: Grammars,
): Promise<InlineSuppression[]> {
  // Files with such a comment are few, so they alone are parsed once more for their comments.
  if (!mentionsSuppression(text)) return [];
  const tree = parseSyntax(await grammars.parser(language), text);
  const comments = tree.comments.map((comment) => {
    // Rust's grammar counts the line feed after a documentation comment to it.
    const own = tree.textOf(comment).trimEnd();
    const { line, endLine } = tree.location({ ...comment, end: comment.start + own.length });
    return { text: own, line, endLine };
  });
  return parseSuppressionComments(comments, text.split('\n'));
}
