import { posix } from 'node:path';
import {
  DATABASE_FILES,
  parseCompileDatabase,
  within,
} from '../../code/compile-commands/compile-database.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { findIncludes } from '../reproduce/include-folders.ts';
import { unitFlags } from '../scan/build/unit-flags.ts';
import type { SourceIndex } from '../slice/source-index.ts';

/**
 * What a compiler is told of a C or C++ file so that it finds its headers: what the list of commands of the tree says
 * of macros and folders, and else the folders that hold what the file includes. Nothing else of a command is taken.
 */
export function warningFlags(file: string, index: SourceIndex): string[] {
  return flagsOfDatabase(file, index) ?? foldersOf(file, index).map((folder) => `-I./${folder}`);
}

function flagsOfDatabase(file: string, { root, files }: SourceIndex): string[] | undefined {
  for (const path of DATABASE_FILES) {
    const source = readSourceText(root, path, TEXT_LIMITS);
    if ('skip' in source) continue;
    const commands = parseCompileDatabase(source.text, root, new Set(files)) ?? [];
    const command = commands.find((one) => one.file === file);
    if (command?.words === undefined) continue;
    const { defined, undefined: not, folders, forced } = unitFlags(command.words);
    const inside = (name: string) => {
      const place = within(command.home, posix.resolve(command.folder, name));
      return place === undefined ? [] : [`./${place}`];
    };
    return [
      ...defined.map(({ name, parameters, body }) => {
        const list = parameters === undefined ? '' : `(${parameters.join(',')})`;
        return `-D${name}${list}=${body}`;
      }),
      ...not.map((name) => `-U${name}`),
      ...folders.flatMap(inside).map((folder) => `-I${folder}`),
      ...forced.flatMap(inside).flatMap((name) => ['-include', name]),
    ];
  }
  return undefined;
}

function foldersOf(file: string, index: SourceIndex): readonly string[] {
  const text = (path: string) => index.lines(path).join('\n');
  return [...new Set(findIncludes([file], { files: index.files, text }).folders)];
}
