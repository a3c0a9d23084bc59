import type { Language } from '../../../code/syntax/language.ts';
import type { SyntaxTree } from '../../../code/syntax/syntax.ts';

/** A stretch of a file and what is to stand there instead, by offsets in UTF-16 units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A fix that follows from the syntax alone: no model is asked. */
export interface MechanicalFix {
  /** What it does, as an instruction of a few words. */
  readonly title: string;
  /** They do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** Where a finding stands; lines and columns count from 1. */
export interface FindingPlace {
  readonly line: number;
  readonly column?: number;
}

/** A file with a finding in it. */
export interface FoundIn {
  readonly tree: SyntaxTree;
  readonly language: Language;
  readonly place: FindingPlace;
}

/** Gives the fix of a finding, and nothing unless the syntax tree shows that it is right. */
export type FixOfRule = (found: FoundIn) => MechanicalFix | undefined;

/** The edit that puts a text between two characters. */
export function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}
