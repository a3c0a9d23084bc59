import { cutText } from '../../agent/cut-text.ts';
import type { BuildOutcome } from './build-driver.ts';
import { type ConfigHeader, settingsOf } from './config-header.ts';
import type { Probe } from './reproducer.ts';

/** Symbols that are named with where they are defined. */
const MAX_SYMBOLS = 80;
const MAX_MISSING = 8;

/** Settings of one header that are named, and characters of a value. */
const MAX_SETTINGS = 40;
const MAX_VALUE = 20;
const MAX_ERRORS = 3000;

/** Where the repository defines a function; undefined where it does not. */
export type DefinedIn = (name: string) => string | undefined;

/**
 * What the kit does for a unit, for who writes its driver.
 * @param probe.conditions directives around the cited lines of functions that are not compiled
 */
export function kitText(
  unit: string,
  probe: Probe & { readonly conditions: readonly string[] },
  definedIn: DefinedIn,
): string {
  const { includeFolders, made, missing, outcome } = probe;
  const folders = [
    'that of the unit',
    'the root',
    ...includeFolders.filter((folder) => folder !== ''),
  ];
  const headers = made.flatMap((header) => [
    header.template === undefined
      ? `${header.name}: made of what the sources ask for, with what C and POSIX have`
      : `${header.name}: made of ${header.template}, with what C and POSIX have`,
    ...settingLines(header),
  ]);
  return [
    `unit: ${unit}`,
    `folders with headers: ${folders.join(', ')}`,
    ...(headers.length === 0
      ? []
      : ['headers that are made:', ...headers.map((one) => `  ${one}`)]),
    ...(missing.length === 0
      ? []
      : [
          `headers that are not there, and empty where they are needed: ${fewOf(missing, MAX_MISSING)}`,
        ]),
    ...buildLines(outcome, definedIn),
    ...absentLines(probe),
  ].join('\n');
}

/** What a made header switches on and leaves off, but for what C and POSIX have. */
function settingLines(header: ConfigHeader): string[] {
  const settings = [...settingsOf([header])].filter(([name]) => !/(?:HAVE|SIZE_?OF)_/.test(name));
  const on = settings.flatMap(([name, { value }]) =>
    value === undefined || value.length > MAX_VALUE
      ? []
      : [value === '' ? name : `${name}=${value}`],
  );
  const off = settings.flatMap(([name, { value }]) => (value === undefined ? [name] : []));
  return [
    ...(on.length === 0 ? [] : [`  it defines ${fewOf(on, MAX_SETTINGS)}`]),
    ...(off.length === 0 ? [] : [`  it leaves off ${fewOf(off, MAX_SETTINGS)}`]),
  ];
}

function absentLines({
  absent,
  conditions,
}: Pick<Probe, 'absent'> & { readonly conditions: readonly string[] }): string[] {
  if (absent.length === 0) return [];
  const around = conditions.length === 0 ? [] : [`they stand under: ${conditions.join(' … ')}`];
  return [
    `with these settings the preprocessor leaves out ${absent.join(', ')}: set in flags what is needed`,
    ...around,
  ];
}

function fewOf(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + more;
}

function buildLines(outcome: BuildOutcome, definedIn: DefinedIn): string[] {
  if (outcome.kind === 'failed') {
    return [
      'with a driver that does nothing, this does not build yet:',
      cutText(outcome.output, MAX_ERRORS),
    ];
  }
  const { undefinedSymbols } = outcome;
  if (undefinedSymbols.length === 0) return ['with a driver that does nothing, this builds'];
  return [
    'with a driver that does nothing, this builds; nothing defines then:',
    ...symbolLines(undefinedSymbols, definedIn),
  ];
}

/** Symbols by the file that defines them. */
export function symbolLines(symbols: readonly string[], definedIn: DefinedIn): string[] {
  const shown = symbols.slice(0, MAX_SYMBOLS);
  const byFile = Map.groupBy(shown, (name) => definedIn(name) ?? '');
  const lines = [...byFile]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, names]) => `  ${names.join(', ')}${file === '' ? '' : ` (${file})`}`);
  const more = symbols.length - shown.length;
  return more === 0 ? lines : [...lines, `  and ${more} more`];
}
