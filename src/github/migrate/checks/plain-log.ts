import { stripVTControlCharacters } from 'node:util';

const TIME = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z ?/;

/** A log of GitHub Actions without times and colours. Anything else stays as it is. */
export function plainLog(log: string): string {
  return log
    .split(/\r?\n/)
    .map((line) => stripVTControlCharacters(line.replace(TIME, '')))
    .join('\n');
}
