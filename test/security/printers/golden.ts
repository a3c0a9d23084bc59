import { goldenFile } from '../../support/golden-file.ts';

/** What a printer of reports is expected to print; see `goldenFile`. */
export function golden(name: string, printed: string): string {
  return goldenFile(`report/${name}`, printed);
}
