import { createHash } from 'node:crypto';
import type { FileSurvey } from '../../code/flow/project/project-knowledge.ts';
import { printPlainData } from '../../code/plain-data.ts';
import type { SurveyedFunction } from './function-outlines.ts';

/** A survey with digests of its parts, made where the survey was, so that comparing costs nothing. */
export interface SurveyedFile {
  readonly survey: FileSurvey;
  readonly digests: SurveyDigests;
  /** The functions of the file: the analysis of other files does not see where they stand. */
  readonly functions: readonly SurveyedFunction[];
}

interface SurveyDigests {
  /** Of everything in the survey. */
  readonly whole: string;
  readonly names: string;
  /** In the order of its summaries, and of its field functions. */
  readonly summaries: readonly string[];
  readonly fieldFunctions: readonly string[];
  /** The same but for where their steps are: lines that come in above a function do not change these. */
  readonly unplacedSummaries: readonly string[];
  readonly unplacedFieldFunctions: readonly string[];
}

/** The member of a step that says where it is. */
export const LOCATION = 'location';

/** Puts a survey together with the digests of its parts. */
export function surveyedFile(
  survey: FileSurvey,
  functions: readonly SurveyedFunction[],
): SurveyedFile {
  return {
    ...{ survey, functions },
    digests: {
      whole: digestOf(survey),
      names: digestOf([survey.file, survey.names]),
      summaries: survey.summaries.map(digestOf),
      fieldFunctions: survey.fieldFunctions.map(digestOf),
      unplacedSummaries: survey.summaries.map(unplacedDigestOf),
      unplacedFieldFunctions: survey.fieldFunctions.map(unplacedDigestOf),
    },
  };
}

/** The digest of plain data: the same for the same data, whichever parts of it are one object. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(printPlainData(value)).digest('base64');
}

/** The digest of plain data without the locations of its steps. */
export function unplacedDigestOf(value: unknown): string {
  return createHash('sha256').update(printPlainData(value, LOCATION)).digest('base64');
}
