import { readFileSync } from 'node:fs';
import { assetFile } from './own-files.ts';

/** The parts of the C driver's runtime, a program that the unit with the calls is linked to. */
export const C_RUNTIME_ASSETS = [
  'c-driver/arena.h',
  'c-driver/behind.h',
  'c-driver/callbacks.h',
  'c-driver/compares.h',
  'c-driver/edges.h',
  'c-driver/files.h',
  'c-driver/places.h',
  'c-driver/process.h',
  'c-driver/runtime.c',
  'c-driver/sanitizers.h',
  'c-driver/streams.h',
  'c-driver/unwritten.h',
  'c-driver/values.h',
] as const;

/** What is in `assets/`: C, Rust, CSS and JavaScript that goes into what this program generates. */
export const ASSETS = [
  ...C_RUNTIME_ASSETS,
  'c-driver/callback-calls.h',
  'c-driver/driver.h',
  'migration/cards.css',
  'migration/functions.css',
  'migration/progress.css',
  'migration/status.js',
  'migration/without-script.css',
  'overview/overview.css',
  'page/base.css',
  'page/colours.css',
  'page/masthead.css',
  'page/overview.css',
  'page/registration.css',
  'page/theme.js',
  'pictures/graph.css',
  'pictures/progress.css',
  'report/filter.css',
  'report/finding-body.css',
  'report/finding.css',
  'report/report.js',
  'report/rest.css',
  'report/without-script.css',
  'reproduction/changes.h',
  'reproduction/kit.c',
  'reproduction/kit.h',
  'reproduction/search.c',
  'reproduction/search.h',
  'rust-driver/callbacks.rs',
  'rust-driver/files.rs',
  'rust-driver/miri.rs',
  'rust-driver/no_process.rs',
  'rust-driver/process.rs',
  'rust-driver/runtime.rs',
  'rust-driver/stdin.rs',
  'rust-driver/streams.rs',
  'shims/cc.sh',
  'shims/ld.sh',
  'shims/runtime.rs',
  'shims/sanitize.sh',
] as const;

export type AssetName = (typeof ASSETS)[number];

const texts = new Map<AssetName, string>();

/** The text of a file in `assets/`, which is read once. */
export function asset(name: AssetName): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(assetFile(name), 'utf8');
  texts.set(name, text);
  return text;
}
