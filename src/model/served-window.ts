import * as z from 'zod';
import type { ModelSettings } from './configuration/settings.ts';

/** Who has not answered by then is another server than these. */
const MILLISECONDS = 3000;

const loadedSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      model: z.string().optional(),
      context_length: z.int().positive(),
    }),
  ),
});

const propertiesSchema = z.object({
  default_generation_settings: z.object({ n_ctx: z.int().positive() }),
});

/** What a server of one's own holds, and what gives it as much as the configuration says. */
export interface ServedWindow {
  /** Tokens of question and answer together. */
  readonly tokens: number;
  readonly remedy: string;
}

/**
 * The window that Ollama or the server of llama.cpp has given to a model that it has just answered with. Both have
 * their own, whatever a question needs, and Ollama cuts what does not fit without a word.
 * @returns undefined where another server answers, or none; only one that is reached over plain HTTP is asked
 */
export async function servedWindow({
  baseUrl,
  model,
  window,
}: Pick<ModelSettings, 'baseUrl' | 'model' | 'window'>): Promise<ServedWindow | undefined> {
  const { protocol, origin } = new URL(baseUrl);
  if (protocol !== 'http:') return undefined;
  const loaded = loadedSchema.safeParse(await fetchJson(`${origin}/api/ps`));
  const one = loaded.data?.models.find((entry) => sameModel(entry.name, model));
  if (one !== undefined) {
    return { tokens: one.context_length, remedy: `OLLAMA_CONTEXT_LENGTH=${window} ollama serve` };
  }
  const properties = propertiesSchema.safeParse(await fetchJson(`${origin}/props`));
  if (!properties.success) return undefined;
  const { n_ctx: tokens } = properties.data.default_generation_settings;
  return { tokens, remedy: `llama-server --ctx-size ${window} --parallel 1` };
}

/** A name without a tag is the one with `latest`. */
function sameModel(loaded: string, wanted: string): boolean {
  const full = (name: string) => (name.includes(':') ? name : `${name}:latest`);
  return full(loaded) === full(wanted);
}

async function fetchJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(MILLISECONDS),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
