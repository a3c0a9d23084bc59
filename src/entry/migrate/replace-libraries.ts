import type { MigrationConfig } from '../../migration/artifacts/config.ts';
import { checkCrateAllowed } from '../../migration/crate/allow-crate.ts';
import type { Cargo } from '../../migration/crate/cargo.ts';
import type { AcceptedReplacementDeps } from '../../migration/replace/accepted-replacements.ts';
import { replaceByLibrary } from '../../migration/replace/replace-by-library.ts';
import { replaceSettingsOf } from '../../migration/replace/replace-settings.ts';
import { tryCrates } from '../../migration/replace/try-crates.ts';
import { withProjectLock } from '../../migration/state/project-lock.ts';
import { loadSymbolMap } from '../../migration/state/symbol-map.ts';
import type { ScannedC } from '../../migration/steps/c-definitions.ts';
import type { ReadSourceText } from '../../migration/steps/step-sources.ts';
import type { AllowCrate } from '../../migration/transpile/apply-answer.ts';
import type { Model } from '../../model/model.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';

/** The texts of the C files below a folder. */
export function textLoader(sources: string): ReadSourceText {
  return (file) => {
    const found = readSourceText(sources, file, TEXT_LIMITS);
    return 'text' in found ? found.text : undefined;
  };
}

/** What decides whether a replacement stands. */
export function replacementPolicyOf(
  config: MigrationConfig,
  read: ReadSourceText,
): AcceptedReplacementDeps {
  const settings = replaceSettingsOf(config['replace']);
  const kept = [...config.root_symbols, ...settings.delay_entries];
  return { settings, disabled: config.disabled_libraries, kept, read };
}

export interface ReplaceLibrariesDeps {
  readonly model: Model;
  readonly cargo: Cargo;
  readonly allow: AllowCrate;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
}

/** Has a model judge what libraries can serve, and tries out what it names: see `replaceByLibrary`. */
export async function replaceLibraries(
  root: string,
  scan: ScannedC,
  config: MigrationConfig,
  policy: AcceptedReplacementDeps,
  { cargo, allow, ...deps }: ReplaceLibrariesDeps,
): Promise<void> {
  const done = new Set(loadSymbolMap(root).map(({ c_file, c_name }) => `${c_file}#${c_name}`));
  await withProjectLock(root, () =>
    replaceByLibrary(root, scan.symbols, {
      ...{ ...policy, ...deps, notes: config.additional_notes, now: () => new Date() },
      tryCrates: (libraries, apis) => tryCrates(libraries, apis, { cargo, allow }),
      isMigrated: ({ file, name }) => done.has(`${file}#${name}`),
    }),
  );
}

/** What the crate may depend on: crates that serve C in the versions that were tried. */
export function allowCrates(
  config: MigrationConfig,
  home: string,
  signal: AbortSignal,
  servingCrates: () => readonly { readonly name: string; readonly version: string }[],
): AllowCrate {
  const disabled = config.disabled_libraries;
  return (name) => {
    const version = servingCrates().find((one) => one.name === name)?.version;
    return checkCrateAllowed(name, { disabled, home, signal, version });
  };
}
