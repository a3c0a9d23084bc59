import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { digestOf } from '../surveyed-file.ts';
import { buildOf, type TreeBuilds } from './tree-builds.ts';

const digests = new WeakMap<UnitBuild, string>();

/** Says in a few bytes how a file is compiled; empty where nothing says so. */
export function buildDigestOf(builds: TreeBuilds, file: string): string {
  const build = buildOf(builds, file);
  if (build === undefined) return '';
  const ways = builds.configurations.get(file) ?? [];
  return [
    digestOfBuild(build),
    ...ways.map(({ build: at, label }) => `${configurationDigestOf(builds, at)} ${label}`),
  ].join(' ');
}

/** Says in a few bytes what one of the builds of a tree is. */
export function configurationDigestOf({ builds }: TreeBuilds, at: number): string {
  const build = builds[at];
  return build === undefined ? '' : digestOfBuild(build);
}

function digestOfBuild(build: UnitBuild): string {
  const digest = digests.get(build) ?? digestOf(build);
  digests.set(build, digest);
  return digest;
}
