import { splitArguments } from '../../code/rust/crate/cfg.ts';
import { type Crate, deliveredNodes } from '../../code/rust/crate/crate.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

/** Lints that say nothing of whether code is right. */
const HARMLESS =
  /^(?:clippy::(?:too_many_arguments|too_many_lines|module_name_repetitions|must_use_candidate|type_complexity|many_single_char_names|similar_names|large_enum_variant|unreadable_literal|excessive_precision)|reason\s*=.*)$/;

/** Fails `allow` and `expect` that hide warnings; a few lints of taste may be hidden. */
export function hiddenWarnings(crate: Crate): GateResult {
  const faults: GateLocation[] = crate.files.flatMap((file) =>
    deliveredNodes(file).flatMap((node) => {
      if (!/^(?:inner_)?attribute_item$/.test(node.type)) return [];
      const { line } = file.tree.location(node);
      const text = file.tree.textOf(node);
      return hidden(text.slice(text.indexOf('[') + 1, -1).trim()).map((lint) => ({
        file: file.path,
        line,
        what: `the warning ${lint} is hidden`,
      }));
    }),
  );
  return resultOfFaults(
    'hidden warnings',
    [...faults, ...hiddenInManifest(crate)],
    'no warning is hidden',
  );
}

function hidden(attribute: string): string[] {
  const conditional = /^cfg_attr\s*\(([\s\S]*)\)$/.exec(attribute);
  if (conditional !== null)
    return splitArguments(conditional[1] ?? '')
      .slice(1)
      .flatMap(hidden);
  const list = /^(?:allow|expect)\s*\(([\s\S]*)\)$/.exec(attribute)?.[1];
  return splitArguments(list ?? '').filter((lint) => !HARMLESS.test(lint));
}

/** `[lints]` of Cargo.toml, and flags of `.cargo/config.toml`. */
function hiddenInManifest(crate: Crate): GateLocation[] {
  return crate.others.flatMap(({ path, text }) =>
    !path.endsWith('.toml')
      ? []
      : text.split('\n').flatMap((line, index) => {
          const lint = /^\s*"?([\w:-]+)"?\s*=\s*(?:"allow"|\{[^}]*level\s*=\s*"allow")/.exec(
            line,
          )?.[1];
          const what =
            lint !== undefined && !HARMLESS.test(`clippy::${lint}`)
              ? `the warning ${lint} is hidden`
              : hasFlags(path, line)
                ? `flags hide warnings: ${line.trim()}`
                : undefined;
          return what === undefined ? [] : [{ file: path, line: index + 1, what }];
        }),
  );
}

/** Whether a line has flags of rustc that hide warnings. In a manifest texts stand that are none. */
function hasFlags(path: string, line: string): boolean {
  if (path.endsWith('Cargo.toml') && !line.includes('rustflags')) return false;
  return /--cap-lints|(?:^|["'\s=])(?:-A|--allow)(?=["'\s=]|\w)/.test(line);
}
