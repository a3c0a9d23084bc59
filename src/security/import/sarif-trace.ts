import type { ScannedFile } from '../scan/scan-file.ts';
import { enclosingFunction } from './enclosing-function.ts';
import { messageText } from './sarif-message.ts';
import type { SarifLocation, SarifResult } from './sarif-schema.ts';

/** Beyond this a path is shown by its two ends. */
const MAX_STEPS = 100;

export interface ImportedStep {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly function: string;
  readonly message: string;
}

type FileOf = (location: SarifLocation | undefined) => ScannedFile | string;

/**
 * The steps of a result's first flow that lie in files of the scan. A path of one step says no
 * more than the place itself.
 */
export function stepsOf(result: SarifResult, fileOf: FileOf): ImportedStep[] {
  const [flow] = result.codeFlows;
  const locations = flow?.threadFlows[0]?.locations ?? [];
  const told = locations.filter((step) => step?.importance !== 'unimportant');
  const kept =
    told.length <= MAX_STEPS
      ? told
      : [...told.slice(0, MAX_STEPS / 2), ...told.slice(-MAX_STEPS / 2)];
  const steps = kept.flatMap((step) => stepAt(step?.location, fileOf));
  return steps.length < 2 ? [] : steps;
}

function stepAt(location: SarifLocation | undefined, fileOf: FileOf): ImportedStep[] {
  const file = fileOf(location);
  const region = location?.physicalLocation?.region;
  const line = region?.startLine ?? 0;
  if (typeof file === 'string' || !Number.isInteger(line)) return [];
  if (line < 1 || line > file.lines) return [];
  const column = atLeast(1, region?.startColumn);
  const endLine = Math.min(atLeast(line, region?.endLine), file.lines);
  return [
    {
      file: file.file,
      line,
      column,
      end_line: endLine,
      end_column: atLeast(endLine === line ? column : 1, region?.endColumn),
      function: enclosingFunction(file, line),
      message: messageText(location?.message),
    },
  ];
}

function atLeast(least: number, value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) ? Math.max(least, value) : least;
}
