import { bashScript } from './bash.ts';
import type { CompletedCommand } from './completion-tree.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** What prints the script of each shell. */
export const SCRIPTS: Readonly<
  Record<'bash' | 'zsh' | 'fish', (program: CompletedCommand) => string>
> = { bash: bashScript, zsh: zshScript, fish: fishScript };
