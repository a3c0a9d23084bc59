import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const HOW = `
Load it where the shell starts:
  bash  source <(rustward completion bash)       in ~/.bashrc
  zsh   source <(rustward completion zsh)        in ~/.zshrc, behind compinit
  fish  rustward completion fish | source        in ~/.config/fish/config.fish
`;

/** `rustward completion SHELL` */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .summary('print what completes commands and options in a shell')
    .description(
      'Prints a script with which a shell completes commands, options, and what can stand behind them.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HOW)
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionTree } = await import('./completion-tree.ts');
      const { SCRIPTS } = await import('./scripts.ts');
      process.stdout.write(SCRIPTS[shell](completionTree(program)));
    });
}
