import * as z from 'zod';

/** What is claimed of a place, in a list of ours. */
const listedPlaceSchema = z.strictObject({
  file: z.string().min(1),
  line: z.int().positive(),
  kind: z.string().regex(/^[a-z][a-z-]*$/),
  cwe: z.int().positive(),
  claim: z.string().min(1),
});

const listSchema = z.array(listedPlaceSchema).min(1);

type ListedPlace = z.infer<typeof listedPlaceSchema>;

/** The name under which the places of a list are imported. */
const TOOL = 'chapter';

/**
 * A SARIF log of the places of a file: the file itself where it is one, otherwise made of the list that it holds.
 * @throws SyntaxError for what is no JSON; ZodError for a list with other entries
 */
export function sarifOf(text: string): string {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? logOf(listSchema.parse(value)) : text;
}

function logOf(places: readonly ListedPlace[]): string {
  const kinds = new Map(places.map(({ kind, cwe }) => [kind, cwe]));
  const rules = [...kinds].map(([id, cwe]) => ({
    id,
    properties: { tags: [`external/cwe/cwe-${cwe}`] },
  }));
  const results = places.map(({ file, line, kind, claim }) => ({
    ruleId: kind,
    level: 'warning',
    message: { text: claim },
    locations: [
      { physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } } },
    ],
  }));
  const run = { tool: { driver: { name: TOOL, rules } }, results };
  return JSON.stringify({ version: '2.1.0', runs: [run] });
}
