import type { Command } from 'commander';
import * as z from 'zod';

const optionsSchema = z.object({
  files: z.array(z.string()).optional(),
  roots: z.array(z.string()).optional(),
  disableLibs: z.array(z.string()).optional(),
  notes: z.string().optional(),
  rustInterface: z.string().optional(),
  sources: z.string().optional(),
  build: z.string().optional(),
  test: z.string().optional(),
  clear: z.boolean().default(false),
  show: z.boolean().default(false),
});

/** `rustward migrate config [PATH]` */
export function addMigrateConfigCommand(migrate: Command): void {
  const command = migrate
    .command('config')
    .summary('say what is to be migrated, and how')
    .description(
      'Says what is to be migrated, and how: writes .rustward/c2rust/config.json. What is not ' +
        'named stays as it was; without any option, prints it.',
    )
    .argument('[path]', 'the folder of the project', '.')
    .option('--files <files...>', 'headers that declare the roots, and lists with one on each line')
    .option('--roots <names>', 'functions to migrate with all that they need, by comma', words)
    .option('--disable-libs <names>', 'libraries that may not replace C code, by comma', words)
    .option('--notes <text>', 'what every question to a model says besides')
    .option('--rust-interface <folder>', 'Rust files whose public signatures must be followed')
    .option('--sources <folder>', 'the folder of the C sources, where it is not the whole project')
    .option('--build <command>', 'the command line that builds the C, which no shell reads')
    .option('--test <command>', 'the command line that tests it')
    .option('--clear', 'forget what was decided before')
    .option('--show', 'print what is decided now');
  command.action(async (path: string) => {
    const { runConfig } = await import('./config.ts');
    const { show, clear, disableLibs, ...rest } = optionsSchema.parse(command.opts());
    const change = { ...rest, disabledLibraries: disableLibs };
    process.stdout.write(await runConfig(path, change, { clear, show }));
  });
}

function words(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
