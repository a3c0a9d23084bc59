import { createHash } from 'node:crypto';
import * as z from 'zod';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import type { ContentStore } from '../../workspace/state/content-store.ts';
import type { Candidate } from '../candidates/candidate.ts';
import {
  type Derivation,
  type TriageResult,
  triageResultSchema,
} from '../candidates/triage-result.ts';
import { notesBasis } from '../notes/noted-question.ts';
import { sliceOf } from '../slice/slice.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { CheckedDerivation } from './checked-derivation.ts';
import { examinationRoles } from './examination-roles.ts';
import {
  type FunctionLines,
  functionsOf,
  movedLine,
  movedText,
  relativeText,
} from './relative-slice.ts';
import { analysisTargets } from './slice-targets.ts';

const count = z.int().nonnegative();

const storedSchema = z.object({
  /** In the order of the candidates. */
  examinations: z.array(triageResultSchema),
  functions: z.array(z.object({ file: z.string(), name: z.string(), line: count, endLine: count })),
});

const MOVED = ' (Written before these lines moved.)';

/** Verdicts of earlier runs on code that is as it was, wherever in its file it stands now. */
export interface TriageCache {
  /** The key of a question; the same for the same code, prompts, candidates and models. */
  keyOf(
    candidates: readonly Candidate[],
    verify: boolean,
    /** What settled others of their rules, as the analyst is told; nothing when missing. */
    methods?: readonly string[],
  ): Promise<string>;
  /** In the order of the candidates. */
  get(key: string, candidates: readonly Candidate[]): readonly TriageResult[] | undefined;
  put(
    key: string,
    candidates: readonly Candidate[],
    examinations: readonly TriageResult[],
  ): Promise<void>;
}

/**
 * Keeps verdicts in the user's own cache folder. Only those may be put there that depend on nothing
 * but the slice: an agent that has looked elsewhere knows more than the key says.
 * @param models names who is asked: another model may see it otherwise
 * @param notes what maintainers note for each question
 */
export function storedTriageCache(
  store: ContentStore,
  models: string,
  index: SourceIndex,
  notes?: string,
): TriageCache {
  return {
    async keyOf(candidates, verify, methods = []) {
      const roles = examinationRoles(verify);
      const prompts = roles.map((role) => loadPrompt(role).hash);
      const code = relativeText(
        await sliceOf(analysisTargets(candidates), index),
        candidates,
        index,
      );
      const text = JSON.stringify([
        ...['verdict 1', models, prompts, verify, code],
        ...notesBasis(notes),
        ...(methods.length === 0 ? [] : [methods]),
      ]);
      return createHash('sha256').update(text).digest('hex');
    },
    get(key, candidates) {
      const bytes = store.get(key);
      const kept = bytes && storedSchema.safeParse(JSON.parse(bytes.toString())).data;
      if (kept?.examinations.length !== candidates.length) return undefined;
      const moved = kept.examinations.map((examination, at) => {
        const file = candidates[at]?.file ?? '';
        return withMovedLines(examination, file, kept.functions, index);
      });
      const holds = moved.every((examination, at) =>
        isStillInCallGraph(examination, candidates[at], index),
      );
      return holds ? moved : undefined;
    },
    async put(key, candidates, examinations) {
      const functions = functionsOf(await sliceOf(analysisTargets(candidates), index), index);
      store.put(key, Buffer.from(JSON.stringify({ examinations, functions })));
    },
  };
}

/** A path is compared with the call graph whenever it is used. */
function isStillInCallGraph(
  examination: TriageResult,
  candidate: Candidate | undefined,
  index: SourceIndex,
): boolean {
  if (examination.kind !== 'verified' && examination.kind !== 'unverified') return true;
  if (candidate === undefined) return false;
  return CheckedDerivation.check(examination, candidate, index) instanceof CheckedDerivation;
}

function withMovedLines(
  examination: TriageResult,
  file: string,
  before: readonly FunctionLines[],
  index: SourceIndex,
): TriageResult {
  const isSame = before.every((fn) => movedLine(fn.file, fn.line, before, index) === fn.line);
  if (isSame) return examination;
  const text = (words: string) => movedText(words, file, before, index);
  const unseenPart = (callers: readonly string[] | undefined) =>
    callers === undefined ? {} : { unseen_callers: callers.map(text) };
  const derivation = ({ trigger_path, ...rest }: Derivation): Derivation => ({
    preconditions: text(rest.preconditions),
    trigger_path: trigger_path.map((step) => ({
      ...step,
      line: movedLine(step.file, step.line, before, index) ?? step.line,
      action: movedText(step.action, step.file, before, index),
    })),
    consequences: text(rest.consequences),
    suggestions: text(rest.suggestions),
  });
  switch (examination.kind) {
    case 'verified': {
      const notes = text(examination.verification_notes) + MOVED;
      const { unseen_callers: unseen } = examination;
      return {
        kind: 'verified',
        ...derivation(examination),
        verification_notes: notes,
        ...unseenPart(unseen),
      };
    }
    case 'unverified':
      return {
        kind: 'unverified',
        ...derivation(examination),
        ...unseenPart(examination.unseen_callers),
      };
    case 'unproven':
      return { kind: 'unproven', ...derivation(examination), problem: text(examination.problem) };
    case 'refuted':
      return { ...examination, reason: text(examination.reason) + MOVED };
    default:
      return examination;
  }
}
