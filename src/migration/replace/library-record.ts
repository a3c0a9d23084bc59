import { join } from 'node:path';
import * as z from 'zod';
import { promptHashesSchema } from '../../model/prompts/prompt-hashes.ts';
import { findStateFolder } from '../../workspace/state/state-folder.ts';
import { loadJsonLines, writeJsonLines } from '../artifacts/json-lines.ts';
import { openArtifacts } from '../state/artifact-folder.ts';

const LIBRARY_REPLACEMENTS_FILE = 'library_replacements.jsonl';

const name = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, 'is no name of a crate');

/** What the judge says of a function with all that it needs. */
export const libraryAnswerSchema = z.object({
  replaceable: z.boolean(),
  /** Crates, or `std`. */
  libraries: z.array(name).max(5).default([]),
  /** The one of them that does the work. */
  library: z.union([name, z.literal('')]).default(''),
  /** Paths such as `memchr::memchr` or `crc32fast::Hasher::update`. */
  apis: z
    .array(z.string().regex(/^\w+(?:::\w+)+$/, 'is no path such as memchr::memchr'))
    .max(20)
    .default([]),
  confidence: z.number().min(0).max(1),
  notes: z.string().trim().max(2000).default(''),
});

export type LibraryAnswer = z.infer<typeof libraryAnswerSchema>;

export const libraryRecordSchema = z.object({
  /** Of the function that was judged, as in `symbols.jsonl`. */
  id: z.string(),
  name: z.string(),
  /** Of the C of the function and of all that it needs: a judgement of other C does not count. */
  digest: z.string(),
  accepted: z.boolean(),
  /** Why it was not accepted; empty where it was. */
  reason: z.string(),
  /** Whether its crates were looked up and built. */
  tried: z.boolean(),
  /** The crates, with the versions that were built. */
  crates: z.array(z.object({ name: z.string(), version: z.string() })),
  answer: libraryAnswerSchema,
  /** Of the prompt that was asked with; missing in what older versions wrote. */
  prompts: promptHashesSchema.optional(),
  judged_at: z.string(),
});

/** What was decided on a function: one line of the artifact, which is the checkpoint, too. */
export type LibraryRecord = z.infer<typeof libraryRecordSchema>;

/** What has been decided so far, in the order in which it was. */
export function loadLibraryRecords(project: string): LibraryRecord[] {
  const folder = findStateFolder(project, 'c2rust');
  if (folder === undefined) return [];
  return loadJsonLines(join(folder, LIBRARY_REPLACEMENTS_FILE), libraryRecordSchema) ?? [];
}

export function writeLibraryRecords(project: string, records: readonly LibraryRecord[]): void {
  writeJsonLines(join(openArtifacts(project), LIBRARY_REPLACEMENTS_FILE), records);
}
