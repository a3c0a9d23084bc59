import { readFileSync } from 'node:fs';
import { promptFile } from '../../workspace/own-files.ts';
import { type Prompt, parsePrompt } from './prompt-file.ts';

/**
 * Reads the prompt of a role.
 * @throws Error when there is no such prompt, or its file is wrong
 */
export function loadPrompt(role: string): Prompt {
  return parsePrompt(readFileSync(promptFile(role), 'utf8'), role);
}
