import type { ScanOptions } from '../../security/scan/survey-tree.ts';
import { leaveOutOthers } from '../../security/selection/only-files.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import type { TreeOptions } from './review-options.ts';

/** The scan of a path that the options describe. */
export function scanOptions(path: string, options: TreeOptions, deadline?: Deadline): ScanOptions {
  const { gitignore, jobs, skipFolders } = options;
  const exclude = [...leaveOutOthers(options.onlyFiles ?? []), ...options.exclude];
  const { define, undefine, include, outside, target, compileCommands } = options;
  const build = { define, undefine, include, outside, target, compileCommands };
  const skipped = skipFolders === undefined ? {} : { skippedFolders: skipFolders };
  const limit =
    options.fileTimeout === undefined ? {} : { timeLimit: Math.ceil(options.fileTimeout * 1000) };
  return {
    path,
    threads: jobs,
    deadline,
    ...limit,
    build,
    select: { exclude, gitignore, ...skipped },
  };
}
