import * as z from 'zod';
import type { CrateFile } from '../../code/rust/crate/crate.ts';
import { type AskDeps, askForValue } from '../transpile/ask-migration-model.ts';
import type { CrateChange } from './change.ts';
import { type MissingComment, missingComments } from './missing-comments.ts';

const MAX_TRIES = 2;

const commentsSchema = z.object({
  comments: z.array(
    z.object({
      place: z.int().positive(),
      text: z
        .string()
        .trim()
        .regex(/^[^\p{Cc}]{15,600}$/u, 'must be one paragraph of 15 to 600 characters')
        .refine((text) => text.split(' ').length >= 3, 'must be a sentence'),
    }),
  ),
});

/**
 * Has a model write the comments that a file lacks, as changes: they add lines of comments and nothing
 * else. What it cannot tell, it leaves out.
 * @throws ModelError when no answer can be used; the signal's reason
 */
export async function writeComments(file: CrateFile, deps: AskDeps): Promise<CrateChange[]> {
  const places = missingComments(file);
  if (places.length === 0) return [];
  const values = {
    source: numbered(file.tree.text),
    places: places.map(({ line, what }, at) => `${at + 1}. line ${line}: ${what}`).join('\n'),
  };
  const question = { role: 'commenter', tier: 'normal', subject: file.path, values } as const;
  const { comments } = await askForValue(
    question,
    MAX_TRIES,
    commentsSchema,
    (answer) => unknownPlaceProblem(answer, places.length),
    deps,
  );
  const byPlace = new Map(comments.map(({ place, text }) => [place, text]));
  return places.flatMap((place, at) => {
    const text = byPlace.get(at + 1);
    return text === undefined ? [] : [changeOf(file, place, text)];
  });
}

function unknownPlaceProblem(
  { comments }: z.infer<typeof commentsSchema>,
  count: number,
): string | undefined {
  const wrong = comments.find(({ place }) => place > count);
  return wrong === undefined
    ? undefined
    : `there is no place ${wrong.place}; the last one is ${count}`;
}

function changeOf(
  { path }: CrateFile,
  { kind, what, line, edit }: MissingComment,
  text: string,
): CrateChange {
  return {
    kind,
    key: JSON.stringify([kind, path, line, what]),
    what:
      kind === 'safety'
        ? `say why ${what} is sound`
        : `describe what has no documentation: ${what}`,
    file: path,
    line,
    edits: [edit(text)],
  };
}

function numbered(text: string): string {
  return text
    .split('\n')
    .map((line, at) => `${at + 1}: ${line}`)
    .join('\n');
}
