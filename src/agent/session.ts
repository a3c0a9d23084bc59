import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { messageOf } from '../errors.ts';
import { formatZodError } from '../format-zod-error.ts';
import type { Redact } from '../model/redaction/redact.ts';
import { writeFileAtomically } from '../workspace/files/atomic-file.ts';
import { errorCode } from '../workspace/files/error-code.ts';
import type { AgentState } from './agent.ts';

const count = z.number().nonnegative();

const callSchema = z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() });

const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    toolCalls: z.array(callSchema).exactOptional(),
  }),
  z.strictObject({ role: z.literal('tool'), toolCallId: z.string(), content: z.string() }),
]);

/** What a session must agree in with the run that goes on with it. */
const identityShape = {
  /** The tree and its state, such as its path and commit. */
  repository: z.string(),
  /** The role, and the hash of its prompt. */
  agent: z.string(),
  prompt: z.string(),
  /** The tier, and the models that it stands for. */
  model: z.string(),
  subject: z.string(),
};

const sessionSchema = z.strictObject({
  version: z.literal(1),
  ...identityShape,
  spent: z.strictObject({ turns: count, tokens: count, seconds: count, cost: count }),
  messages: z.array(messageSchema).min(1),
});

const identitySchema = z.strictObject(identityShape);

export type SessionIdentity = z.infer<typeof identitySchema>;

/** What can be gone on with, or why nothing can, in one clause. */
export type RestoredSession = { readonly state: AgentState } | { readonly refused: string };

/**
 * Writes where an agent stands to a file, whole or not at all.
 * @param redact takes out secrets: the file is an artifact
 * @throws UsageError when it cannot be written
 */
export function saveSession(
  path: string,
  identity: SessionIdentity,
  state: AgentState,
  redact: Redact,
): void {
  const session = { version: 1, ...identity, spent: state.spent, messages: state.messages };
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' ? redact(value) : value;
  writeFileAtomically(path, `${JSON.stringify(session, clean)}\n`);
}

/**
 * Reads where an agent stood. What does not fit any more (another commit, prompt or model, a file
 * that is broken) is refused with the reason; the run then starts anew.
 */
export function restoreSession(path: string, identity: SessionIdentity): RestoredSession {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return { refused: 'there is no session' };
    return { refused: `its file cannot be read: ${messageOf(thrown)}` };
  }
  const parsed = sessionSchema.safeParse(value);
  if (!parsed.success)
    return { refused: `its file has the wrong form: ${formatZodError(parsed.error)}` };
  const { messages, spent, ...rest } = parsed.data;
  const names = ['repository', 'agent', 'prompt', 'model', 'subject'] as const;
  const other = names.find((name) => rest[name] !== identity[name]);
  if (other !== undefined) return { refused: `it is of another ${other}` };
  return { state: { messages, spent } };
}
