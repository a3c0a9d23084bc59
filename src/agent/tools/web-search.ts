import * as z from 'zod';
import { messageOf } from '../../errors.ts';
import type { WebSearchSettings } from '../../model/configuration/web-search.ts';
import type { Redact } from '../../model/redaction/redact.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';

const MAX_RESULTS = 8;
const MAX_TEXT = 400;
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_SECONDS = 20;

const resultSchema = z.object({
  title: z.string().default(''),
  url: z.string(),
  /** What SearXNG calls it. */
  content: z.string().nullish(),
  /** What Brave calls it. */
  description: z.string().nullish(),
});

/** The two forms in which most search servers answer: results at the top, or below `web`. */
const answerSchema = z.union([
  z.object({ results: z.array(resultSchema) }),
  z.object({ web: z.object({ results: z.array(resultSchema) }) }).transform(({ web }) => web),
]);

/**
 * Asks the search server that the user has configured, and no other: links are listed and never
 * followed. Queries are short, so that code cannot leave by them, and without what is secret.
 */
function webSearch(settings: WebSearchSettings, redact: Redact): Tool {
  return defineTool({
    name: 'web_search',
    description:
      'Searches the web by a few words, such as the name of a library and of one of its functions. ' +
      'Never put code, names of people or anything private into the query.',
    permission: 'read',
    timeoutSeconds: TIMEOUT_SECONDS,
    args: z.strictObject({ query: z.string().trim().min(2).max(160) }),
    async run({ query }, signal) {
      const results = await search(settings, redact(query), signal);
      if (results.length === 0) return 'Nothing was found.';
      return results.slice(0, MAX_RESULTS).map(resultText).join('\n\n');
    },
  });
}

/** The tool as far as it is configured: one, or none. */
export function webSearchTools(settings: WebSearchSettings | undefined, redact: Redact): Tool[] {
  return settings === undefined ? [] : [webSearch(settings, redact)];
}

type SearchResult = z.infer<typeof resultSchema>;

async function search(
  { url, key, keyHeader }: WebSearchSettings,
  query: string,
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  const address = new URL(url);
  address.searchParams.set('q', query);
  const secret = key?.reveal();
  const value = keyHeader === 'authorization' ? `Bearer ${secret}` : secret;
  let body: string;
  try {
    const response = await fetch(address, {
      headers: {
        ...{ accept: 'application/json', 'user-agent': 'rustward' },
        ...(value === undefined || secret === undefined ? {} : { [keyHeader]: value }),
      },
      // The key is for this server alone.
      redirect: 'error',
      signal,
    });
    body = await limitedText(response);
    if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  } catch (thrown) {
    signal.throwIfAborted();
    throw unsearched(messageOf(thrown));
  }
  const parsed = answerSchema.safeParse(jsonOf(body));
  if (!parsed.success) throw unsearched('the server did not answer with results in JSON');
  return parsed.data.results;
}

function unsearched(reason: string): ToolError {
  return new ToolError(`the web could not be searched: ${reason}; go on without it`);
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function resultText({ title, url, content, description }: SearchResult): string {
  return [plain(title), plain(url), plain(content ?? description ?? '')]
    .filter((line) => line !== '')
    .join('\n');
}

/** One line without the tags in which servers mark the words that were found. */
function plain(text: string): string {
  return text
    .replace(/<\/?[a-z]{1,10}>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}
