import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CONFIG, writeConfig } from '../../src/migration/artifacts/config.ts';
import type { RecordedProject } from './recorded-projects.ts';

/** What of a project is copied, and how it is to be migrated. */
export type CopiedProject = Pick<
  RecordedProject,
  'name' | 'sources' | 'without' | 'roots' | 'disabled' | 'interface'
>;

/**
 * Copies a project into a folder, with a config and a first commit, such as a recorded one.
 * @param from the project's folder
 * @returns the folder of the copy
 */
export function copyProject(project: CopiedProject, from: string, folder: string): string {
  const copy = join(folder, project.name);
  mkdirSync(copy);
  cpSync(join(from, project.sources), join(copy, 'c'), { recursive: true });
  for (const path of project.without) rmSync(join(copy, 'c', path), { recursive: true });
  const { interface: given } = project;
  if (given !== undefined) cpSync(join(from, given), join(copy, 'interfaces'), { recursive: true });
  writeConfig(copy, {
    ...{ ...DEFAULT_CONFIG, root_symbols: project.roots, root: 'c' },
    disabled_libraries: project.disabled,
    ...(given === undefined ? {} : { rust_interface: 'interfaces' }),
  });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org'];
  git(...author, 'commit', '--quiet', '--message=The C');
  return copy;
}
