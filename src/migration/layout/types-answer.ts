import * as z from 'zod';
import { mappingSchema } from '../../equivalence/pairing/mapping.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { type Parsed, parseTagged } from '../../model/answers/parse-tagged.ts';
import type { UnparsedAnswer } from '../../model/model.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import type { CTypeSource } from '../steps/c-types.ts';
import { parseCodeAnswer } from '../transpile/code-answer.ts';

const entrySchema = z.strictObject({
  c: z.string(),
  rust: z
    .string()
    .regex(/^(?:\w+::)*[A-Z]\w*$/, 'is no path such as shape::Square')
    .optional(),
  owner: z.string().trim().max(500).default(''),
  fields: z.record(z.string(), z.json()).optional(),
});

/** Types as a model lays them out. */
export interface TypesAnswer {
  readonly types: readonly z.infer<typeof entrySchema>[];
  /** Rust items, by the file that they are for. */
  readonly code: readonly { readonly file: string; readonly text: string }[];
}

/** Reads what stands for each C type in `<TYPES>`, and its Rust in `<CODE file="…">`. */
export function parseTypesAnswer(
  answer: UnparsedAnswer,
  types: readonly CTypeSource[],
  crate: CrateFiles,
): Parsed<TypesAnswer> {
  const content = answer.content.replaceAll(/<CODE\b[\s\S]*?<\/CODE>/g, '');
  const parsed = parseTagged(content, 'TYPES', z.array(entrySchema));
  if (!parsed.ok) return parsed;
  const entries = parsed.value;
  const refused = (problem: string) => ({ ok: false, problem }) as const;
  const missing = types.find(({ name }) => !entries.some(({ c }) => c === name));
  if (missing !== undefined) return refused(`there is no entry for ${missing.name}`);
  const unknown = entries.find(({ c }) => !types.some(({ name }) => name === c));
  if (unknown !== undefined) return refused(`${unknown.c} is none of the types to lay out`);
  for (const { c, fields } of entries) {
    const read = mappingSchema.safeParse({ records: { [c]: fields ?? {} } });
    if (!read.success) return refused(`fields of ${c}: ${formatZodError(read.error)}`);
  }
  if (entries.every(({ rust }) => rust === undefined)) {
    return { ok: true, value: { types: entries, code: [] } };
  }
  const written = parseCodeAnswer(answer);
  if (!written.ok) return written;
  const code = written.value.blocks.filter(({ kind }) => kind === 'code');
  const files = sourcePaths(crate).filter((file) => file !== 'src/lib.rs');
  const stray = code.find(({ file }) => !files.includes(file));
  if (stray !== undefined) return refused(`${stray.file} is none of ${files.join(', ')}`);
  return { ok: true, value: { types: entries, code } };
}
