import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { digestOf } from '../surveyed-file.ts';
import { buildOf, type TreeBuilds } from './tree-builds.ts';

const digests = new WeakMap<UnitBuild, string>();

/** Says in a few bytes how a file is compiled; empty where nothing says so. */
export function buildDigestOf(builds: TreeBuilds, file: string): string {
  const build = buildOf(builds, file);
  if (build === undefined) return '';
  const digest = digests.get(build) ?? digestOf(build);
  digests.set(build, digest);
  return digest;
}
