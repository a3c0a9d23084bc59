import * as z from 'zod';
import { mappingSchema } from '../../equivalence/pairing/mapping.ts';
import { withoutComments } from '../../equivalence/planner/source-facts.ts';
import { formatZodErrors } from '../../format-zod-error.ts';
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
  const entries = parsed.value.map((one) => ({ ...one, c: nameOf(one.c, types) }));
  const problems = entryProblems(entries, types);
  const refused = () => ({ ok: false, problem: problems.join('\n') }) as const;
  if (entries.every(({ rust }) => rust === undefined)) {
    return problems.length > 0 ? refused() : { ok: true, value: { types: entries, code: [] } };
  }
  const written = parseCodeAnswer(answer);
  if (!written.ok) problems.push(written.problem);
  const blocks = written.ok ? written.value.blocks : [];
  const code = blocks.filter(({ kind }) => kind === 'code');
  const files = sourcePaths(crate).filter((file) => file !== 'src/lib.rs');
  const stray = new Set(code.map(({ file }) => file).filter((file) => !files.includes(file)));
  problems.push(...[...stray].map((file) => `${file} is none of ${files.join(', ')}`));
  return problems.length > 0 ? refused() : { ok: true, value: { types: entries, code } };
}

type Entry = TypesAnswer['types'][number];

/** All that is wrong with what is said of the types: each try costs an answer as long as this one. */
function entryProblems(entries: readonly Entry[], types: readonly CTypeSource[]): string[] {
  const missing = types.filter(({ name }) => !entries.some(({ c }) => c === name));
  const unknown = entries.filter(
    ({ c }) => !types.some(({ name, text }) => name === c || isDefinedWithin(text, c)),
  );
  const fields = entries.flatMap(({ c, fields: said = {} }) => {
    const read = mappingSchema.safeParse({ records: { [c]: said } });
    return read.success
      ? []
      : formatZodErrors(read.error).map((problem) => `fields of ${c}: ${problem}`);
  });
  return [
    ...missing.map(({ name }) => `there is no entry for ${name}`),
    ...unknown.map(({ c }) => `${c} is none of the types to lay out`),
    ...fields,
  ];
}

/** Whether a record is defined where a field of another one has it: it needs no entry, and its fields may be told. */
function isDefinedWithin(text: string, name: string): boolean {
  return (
    /^\w+ \w+$/.test(name) && new RegExp(`[{;}]\\s*${name}\\s*\\{`).test(withoutComments(text))
  );
}

/** The name by which a type is asked for: `struct item` for `item_t`, where that is a typedef of it, and for `item`. */
function nameOf(said: string, types: readonly CTypeSource[]): string {
  if (types.some(({ name }) => name === said)) return said;
  const all = new Set(types.map(({ unit }) => unit)).values().flatMap((unit) => unit.types);
  const typedefs = new Map(
    all
      .filter(({ kind }) => kind === 'typedef')
      .map(({ name, underlying }): [string, string] => [name, underlying?.trim() ?? '']),
  );
  const seen = new Set<string>();
  for (let name: string | undefined = said; name !== undefined; name = typedefs.get(name)) {
    const found = types.find((one) => one.name === name);
    if (found !== undefined) return found.name;
    if (seen.has(name)) break;
    seen.add(name);
  }
  const [tagged, ...others] = types.filter(({ name }) => name.replace(/^\w+ /, '') === said);
  return tagged === undefined || others.length > 0 ? said : tagged.name;
}
