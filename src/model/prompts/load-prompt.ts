import { readFileSync } from 'node:fs';
import { type Prompt, parsePrompt } from './prompt-file.ts';

const FOLDER = new URL('../../../prompts/', import.meta.url);

/**
 * Reads the prompt of a role.
 * @throws Error when there is no such prompt, or its file is wrong
 */
export function loadPrompt(role: string): Prompt {
  return parsePrompt(readFileSync(new URL(`${role}.md`, FOLDER), 'utf8'), role);
}
