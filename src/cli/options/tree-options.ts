import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { REPORT_DEFAULTS, type TreeOptions } from '../../entry/review/review-options.ts';
import { macroNameIn, NO_DATABASE } from '../../security/scan/build/build-options.ts';
import { isFileAt } from '../../workspace/files/is-file.ts';

/** What settles which files are scanned, what is taken in beside them, and what is kept of it. */
export const treeOptionsSchema = z.object({
  importSarif: z.array(z.string()),
  rules: z.array(z.string()),
  exclude: z.array(z.string()),
  onlyFiles: z.array(z.string()).default([]),
  skipFolders: z.array(z.string()).optional(),
  gitignore: z.boolean(),
  jobs: z.number(),
  cache: z.boolean(),
  cacheDir: z.string().optional(),
  define: z.array(z.string()),
  undefine: z.array(z.string()),
  include: z.array(z.string()),
  target: z.string().optional(),
  compileCommands: z.array(z.string()).optional(),
}) satisfies z.ZodType<TreeOptions>;

/** Adds the options of commands that scan a tree. */
export function addTreeOptions(command: Command): Command {
  command.option(
    '--import-sarif <file>',
    "take in another scanner's results; may be repeated",
    each,
    [],
  );
  addRulesOption(command)
    .option('--exclude <pattern>', 'leave files out, as in .gitignore; may be repeated', each, [])
    .option(
      '--only-files <pattern>',
      'examine only these files, as in .gitignore; headers are read all the same; may be repeated',
      each,
      [],
    )
    .option('--skip-folders <names>', 'folders to skip, by comma, instead of the usual', names)
    .option('--no-gitignore', 'examine what .gitignore leaves out, too')
    .option('-j, --jobs <number>', 'worker threads', positive, REPORT_DEFAULTS.jobs)
    .option('--no-cache', 'analyse every file anew, whatever earlier runs have found out')
    .option(
      '--cache-dir <folder>',
      'keep what was found out there instead of ~/.cache/rustward',
      folderName,
    )
    .option(
      '-D, --define <macro>',
      'NAME or NAME=VALUE, as for a compiler; may be repeated',
      each,
      [],
    )
    .option('-U, --undefine <name>', 'a macro that is not set; may be repeated', each, [])
    .option('-I, --include <folder>', 'a folder with headers; may be repeated', eachFolder, [])
    .option('--target <target>', 'what is compiled for, such as i686-linux-gnu')
    .option(
      '--compile-commands <file>',
      'how each file is compiled, instead of compile_commands.json here or in build; may be repeated, and none stands for neither',
      eachListFile,
    );
  return keepLastWord(command);
}

/** Of `-D` and `-U` of one macro the later one counts, as for a compiler. */
function keepLastWord(command: Command): Command {
  const leaveOut = (option: 'define' | 'undefine', name: string) => {
    const texts = z.array(z.string()).parse(command.getOptionValue(option));
    const left = texts.filter((text) => macroNameIn(text) !== name);
    command.setOptionValue(option, left);
  };
  return command
    .on('option:define', (text: string) => leaveOut('undefine', macroNameIn(text)))
    .on('option:undefine', (text: string) => leaveOut('define', macroNameIn(text)));
}

/** Adds the option that names packages of rules. */
export function addRulesOption(command: Command): Command {
  return command.option(
    '--rules <file>',
    'rules of your own: a file of YAML, or a module that you trust; may be repeated',
    each,
    [],
  );
}

function each(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

/** All that are named count; `none` fits no other one. */
function eachListFile(value: string, previous: readonly string[] = []): string[] {
  const all = [...previous, listFile(value)];
  if (all.length > 1 && all.includes(NO_DATABASE))
    throw new InvalidArgumentError(`${NO_DATABASE} stands for itself: it fits no other list.`);
  return all;
}

/** A list of compile commands as it is meant where the command is given. */
function listFile(value: string): string {
  if (value === NO_DATABASE) return value;
  // A link that a person names is meant: many lead to the list in the folder of the build.
  if (isFileAt(value)) return realpathSync(value);
  // As a folder of a build is often named.
  const list = join(value, 'compile_commands.json');
  if (isFileAt(list)) return realpathSync(list);
  throw new InvalidArgumentError(`There is no file ${value}.`);
}

/** The name of a folder, which an option gives: an empty one is that of a variable that is not set, and means none. */
export function folderName(value: string): string {
  if (value === '') throw new InvalidArgumentError('An empty name is no folder.');
  return value;
}

/** A folder as it is meant where the command is given. */
function eachFolder(value: string, previous: readonly string[]): string[] {
  if (isFileAt(folderName(value)))
    throw new InvalidArgumentError(`${value} is a file; name the folder that it is in.`);
  return [...previous, existsSync(value) ? realpathSync(value) : resolve(value)];
}

function names(value: string): string[] {
  return value.split(',').filter((name) => name !== '');
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 256) return number;
  throw new InvalidArgumentError('Expected a whole number from 1 to 256.');
}
