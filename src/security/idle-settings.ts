import type { Inputs } from './load-inputs.ts';
import { unfoundFolder } from './scan/build/load-builds.ts';
import type { SecurityDeps, SecurityRequest } from './security-request.ts';
import { absentFolders } from './selection/absent-folders.ts';
import { limitWarnings, settingsWarnings } from './selection/settings-problems.ts';

/**
 * What of the settings and options does nothing, each on one line: names of rules and folders that there are none of.
 * @throws MistakesError for limits in number that can count nothing
 */
export function idleSettings(
  { limits, findingSettings = [], scan }: SecurityRequest,
  { root, tools }: Inputs,
  { rules, triage }: SecurityDeps,
): string[] {
  const sources = { rules, tools, hasModels: triage !== undefined };
  return [
    ...limitWarnings(limits, sources),
    ...settingsWarnings(findingSettings, sources),
    ...absentFolders(root, findingSettings),
    ...absentHeaders(scan, root),
  ];
}

/** As compilers do, a run goes on without a folder that a build would make; the types of its headers are not known. */
function absentHeaders({ build }: SecurityRequest['scan'], root: string): string[] {
  const { include = [], outside = [] } = build ?? {};
  return include.flatMap((folder) => {
    const named = outside.includes(folder) ? '-I' : 'build.include';
    return unfoundFolder(folder, [root], outside).map(
      ({ file, reason }) => `${named} ${file}: it ${reason}`,
    );
  });
}
