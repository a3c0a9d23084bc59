import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters that a terminal obeys, and XML must not hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The reports that are written, and what is wrong with one of them whatever was scanned. */
const FORMS: Readonly<Record<string, (text: string) => string | undefined>> = {
  sarif: brokenJson,
  gitlab: brokenJson,
  junit: (text) => (CONTROL.test(text) ? 'a control character' : undefined),
  checkstyle: (text) => (CONTROL.test(text) ? 'a control character' : undefined),
  html: (text) => (text.includes('\0') ? 'a NUL' : undefined),
  markdown: (text) => (CONTROL.test(text) ? 'a control character' : undefined),
  text(text) {
    if (CONTROL.test(text)) return 'a control character';
    // The runner of GitHub takes it for a command.
    return /^\s*::/m.test(text) ? 'a line that begins with two colons' : undefined;
  },
};

/** Options for all of these reports. */
export function reportOptions(folder: string): string[] {
  return Object.keys(FORMS).flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
}

/** What is wrong with the reports in a folder. */
export function brokenReports(folder: string): string[] {
  return Object.entries(FORMS).flatMap(([format, problemOf]) => {
    const problem = problemOf(readFileSync(join(folder, format), 'utf8'));
    return problem === undefined ? [] : [`the ${format} report has ${problem}`];
  });
}

function brokenJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'what is no JSON';
  }
}
