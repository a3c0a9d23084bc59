/** Where the sanitizers write, for each process a file: tests may keep what is printed, and forget how a program ended. */
const REPORTS_INSIDE = '/work/reports/run';

/**
 * What programs are told that are built with sanitizers. UndefinedBehaviorSanitizer goes on, as the program would; a leak is none of what
 * is looked for.
 */
export const SANITIZER_ENVIRONMENT = {
  ASAN_OPTIONS: `log_path=${REPORTS_INSIDE}:detect_leaks=0`,
  UBSAN_OPTIONS: `log_path=${REPORTS_INSIDE}`,
};

/** The reports of a text, each in one line without addresses, so that two runs can be compared. The place is the first of the project, of its crate, or of a shim. */
export function reportsOf(text: string): string[] {
  const undefinedBehaviour = [...text.matchAll(/^(\S+:\d+(?::\d+)?): runtime error: (.*)$/gm)].map(
    ([, place = '', what = '']) => `${plain(place)}: ${what.replaceAll(/0x[0-9a-f]+/g, '0x…')}`,
  );
  const memory = text.split(/(?===\d+==ERROR: AddressSanitizer: )/).flatMap((one) => {
    const [, kind] = /^==\d+==ERROR: AddressSanitizer: ([\w-]+)/.exec(one) ?? [];
    if (kind === undefined) return [];
    const [access] = /^(?:READ|WRITE) of size \d+/m.exec(one) ?? [];
    const [, place] = /\s\(?(\S*\/(?:project|crate|shims)\/\S+?:\d+)/.exec(one) ?? [];
    const at = place === undefined ? '' : ` (${plain(place)})`;
    return [`AddressSanitizer: ${kind}${access === undefined ? '' : `, ${access}`}${at}`];
  });
  return [...memory, ...undefinedBehaviour];
}

function plain(place: string): string {
  return place.replace(/^.*\/work\/(?:project\/)?/, '');
}
