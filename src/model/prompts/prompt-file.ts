import { createHash } from 'node:crypto';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { messageOf } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';

/** How often an input changes, from seldom to always: what is stable must come first. */
const VARIES = ['run', 'subject', 'call'] as const;

const inputSchema = z.strictObject({
  /** Untrusted text is fenced and labelled as data, and never stands among the instructions. */
  trust: z.enum(['trusted', 'untrusted']),
  varies: z.enum(VARIES),
});

const frontMatterSchema = z.strictObject({
  role: z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be words in lower case, with hyphens'),
  inputs: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a name in lower case'), inputSchema)
    .default({}),
  /** The tag that the answer stands in, and the name of the schema that it must satisfy. */
  answer: z
    .strictObject({ tag: z.string().regex(/^[A-Z][A-Z_]*$/), schema: z.string().min(1) })
    .optional(),
});

/** One prompt: the wording of a role, with places for its inputs. */
export interface Prompt extends z.infer<typeof frontMatterSchema> {
  /** Changes with every change of the file; stands in every artifact that the prompt led to. */
  readonly hash: string;
  /** Instructions: only trusted inputs. Empty when the prompt continues a conversation. */
  readonly system: string;
  readonly user: string;
}

/** A place for an input. */
export const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Parses a prompt: Markdown with a front matter in YAML, then the parts `# System` (optional) and
 * `# User`.
 * @param name the name of the file, without `.md`; the role must be called the same
 * @throws Error naming the file and what is wrong: prompts are part of the program
 */
export function parsePrompt(text: string, name: string): Prompt {
  const fail = (problem: string) => new Error(`prompts/${name}.md: ${problem}`);
  const [, yaml, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (yaml === undefined || body === undefined) throw fail('has no front matter between ---');
  let value: unknown;
  try {
    value = parseYaml(yaml);
  } catch (thrown) {
    throw fail(`its front matter is no YAML: ${messageOf(thrown)}`);
  }
  const matter = frontMatterSchema.safeParse(value);
  if (!matter.success) throw fail(`its front matter is wrong: ${formatZodError(matter.error)}`);
  if (matter.data.role !== name) throw fail(`its role is ${matter.data.role}, unlike its name`);
  const parts = /^\s*(?:# System\n([\s\S]*?)\n)??# User\n([\s\S]*)$/.exec(body);
  if (parts === null) throw fail('needs the part # User, with # System before it or nothing');
  const [system, user] = [(parts[1] ?? '').trim(), (parts[2] ?? '').trim()];
  if (user === '') throw fail('its part # User is empty');
  const problem = placesProblem(matter.data.inputs, system, user);
  if (problem !== undefined) throw fail(problem);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { ...matter.data, hash, system, user };
}

function placesProblem(inputs: Prompt['inputs'], system: string, user: string): string | undefined {
  const [inSystem, inUser] = [placesOf(system), placesOf(user)];
  const places = [...inSystem, ...inUser];
  const undeclared = places.find((name) => !Object.hasOwn(inputs, name));
  if (undeclared !== undefined) return `{{${undeclared}}} is no input; add it to inputs`;
  const unused = Object.keys(inputs).find((name) => !places.includes(name));
  if (unused !== undefined) return `the input ${unused} is used nowhere; remove it`;
  const exposed = inSystem.find((name) => inputs[name]?.trust === 'untrusted');
  if (exposed !== undefined) return `{{${exposed}}} is untrusted, so it must not stand in # System`;
  const inline = inUser.find(
    (name) =>
      inputs[name]?.trust === 'untrusted' &&
      !new RegExp(`^\\{\\{\\s*${name}\\s*\\}\\}$`, 'm').test(user),
  );
  if (inline !== undefined) return `{{${inline}}} is untrusted, so it needs a line of its own`;
  const order = places.map((name) => VARIES.indexOf(inputs[name]?.varies ?? 'call'));
  const late = order.findIndex((rank, index) => rank < (order[index - 1] ?? 0));
  if (late < 0) return undefined;
  return `{{${places[late]}}} stands after {{${places[late - 1]}}}, which changes more often`;
}

function placesOf(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}
