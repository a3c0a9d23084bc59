import type { Command } from 'commander';
import { z } from 'zod';
import { addTreeOptions, treeOptionsSchema } from '../options/tree-options.ts';

const optionsSchema = treeOptionsSchema.extend({ places: z.boolean().default(false) });

/** `rustward lsp` */
export function addLspCommand(program: Command): void {
  const command = program
    .command('lsp')
    .summary('show findings in an editor, as a language server')
    .description(
      'Speaks the Language Server Protocol on standard input and output: the findings of each open folder as diagnostics, anew whenever a source is saved.',
    )
    .option('--places', 'show places to look at, too, as hints')
    // Editors say so by themselves.
    .option('--stdio', 'as it does in any case');
  addTreeOptions(command).action(async () => {
    const { places, ...tree } = optionsSchema.parse(command.opts());
    // Loaded when it is needed: other commands start sooner without.
    const { serveEditor } = await import('./language-server.ts');
    await serveEditor({ tree, withPlaces: places });
  });
}
