import type { Message } from '../model.ts';
import { fence } from './fence.ts';
import { PLACEHOLDER, type Prompt } from './prompt-file.ts';

export interface RenderedPrompt {
  readonly role: string;
  /** Of the prompt file. */
  readonly hash: string;
  /** The instructions, unless there are none, then the question. */
  readonly messages: readonly Message[];
}

/**
 * Fills in a prompt. Untrusted values are fenced; nothing in a value is taken for a placeholder.
 * @param values one for each input
 * @throws Error when a value is missing, or has no place: that is a mistake in the program
 */
export function renderPrompt(
  prompt: Prompt,
  values: Readonly<Record<string, string>>,
): RenderedPrompt {
  const unused = Object.keys(values).find((name) => !Object.hasOwn(prompt.inputs, name));
  if (unused !== undefined) throw new Error(`prompts/${prompt.role}.md has no input ${unused}`);
  const fill = (template: string) =>
    template.replaceAll(PLACEHOLDER, (_place, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) throw new Error(`prompts/${prompt.role}.md needs the input ${name}`);
      const trusted = prompt.inputs[name]?.trust === 'trusted';
      return trusted ? value : fence(name.replaceAll('_', ' '), value);
    });
  const user: Message = { role: 'user', content: fill(prompt.user) };
  const { role, hash } = prompt;
  if (prompt.system === '') return { role, hash, messages: [user] };
  return { role, hash, messages: [{ role: 'system', content: fill(prompt.system) }, user] };
}
