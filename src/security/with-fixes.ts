import type { Grammars } from '../code/syntax/grammar.ts';
import { languageOfScanned } from '../code/syntax/language.ts';
import type { SyntaxTree } from '../code/syntax/syntax.ts';
import { redactLines } from '../model/redaction/redacted-lines.ts';
import { readSourceText, TEXT_LIMITS } from '../workspace/files/source-text.ts';
import type { LineFix } from './candidates/line-fix.ts';
import { meansTheLibrary } from './fix/mechanical/header-names.ts';
import { headerTexts } from './fix/mechanical/header-texts.ts';
import { hasMechanicalFixes, mechanicalFix } from './fix/mechanical/index.ts';
import type { TextEdit } from './fix/mechanical/mechanical-fix.ts';
import { oneHunk } from './fix/one-hunk.ts';
import { piecesOf } from './fix/pieces.ts';
import { isOpen, isPossibleFinding } from './report/groups.ts';
import type { Report, ReportedCandidate } from './report/report.ts';

/** Findings of one report that fixes are looked for, those with the highest score first. */
const MAX_FINDINGS = 200;

/** As many lines as a reader takes in at a glance. */
const MAX_LINES = 12;

/** The tree that a report is about. */
interface ReportedTree {
  readonly root: string;
  /** The paths of its files. */
  readonly files: readonly string[];
}

/**
 * A report with the fix of each open finding for which the syntax alone shows one that is right, where that is one short
 * piece of its file. No model is asked.
 */
export async function withFixes(
  report: Report,
  { root, files }: ReportedTree,
  grammars: Grammars,
): Promise<Report> {
  const wanted = report.candidates
    .filter((one) => hasMechanicalFixes(one.pattern) && isOpen(one) && !isPossibleFinding(one))
    .filter(({ baseline }) => baseline !== 'absent')
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_FINDINGS);
  if (wanted.length === 0) return report;
  const trees = new Map<string, SyntaxTree | undefined>();
  const headers = new Map<string, readonly string[]>();
  const headersOf = (file: string) => {
    const known = headers.get(file) ?? [...headerTexts(root, file, files)];
    headers.set(file, known);
    return known;
  };
  const found = new Map<ReportedCandidate, LineFix>();
  for (const one of wanted) {
    if (!trees.has(one.file)) trees.set(one.file, await treeOf(root, one.file, grammars));
    const tree = trees.get(one.file);
    const fix = tree && fixOf(one, tree, headersOf);
    if (fix !== undefined) found.set(one, fix);
  }
  const candidates = report.candidates.map((one) => {
    const fix = found.get(one);
    return fix === undefined ? one : { ...one, fix };
  });
  return { ...report, candidates };
}

async function treeOf(
  root: string,
  file: string,
  grammars: Grammars,
): Promise<SyntaxTree | undefined> {
  const source = readSourceText(root, file, TEXT_LIMITS);
  // What was no UTF-8 would be written back as something else.
  if ('skip' in source || source.replaced) return undefined;
  return await grammars.tree(languageOfScanned(file, source.text) ?? 'c', source.text);
}

function fixOf(
  candidate: ReportedCandidate,
  tree: SyntaxTree,
  headersOf: (file: string) => readonly string[],
): LineFix | undefined {
  const { file, line, column, language, pattern } = candidate;
  const fix = mechanicalFix(pattern, { tree, language, place: { line, column } });
  if (fix === undefined || !meansTheLibrary(fix, tree, headersOf(file))) return undefined;
  const hunk = oneHunk(file, tree.text, edited(tree.text, fix.edits));
  if (hunk === undefined || hunk.end_line - hunk.start_line >= MAX_LINES) return undefined;
  const lines = hunk.replacement.split('\n');
  // A secret in it is not to be shown, and a fix without it is none.
  const shown = redactLines(lines);
  if (lines.some((text, index) => shown.at(index + 1) !== text)) return undefined;
  const { start_line, end_line, replacement } = hunk;
  const pieces = piecesOf(tree.text.split('\n'), hunk);
  return {
    ...{ title: fix.title, start_line, end_line, replacement },
    ...(pieces.length > 1 && { pieces }),
  };
}

function edited(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start || other.end - one.end)
    .reduce((so, { start, end, text: fresh }) => so.slice(0, start) + fresh + so.slice(end), text);
}
