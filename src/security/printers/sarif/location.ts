import type { Location, PhysicalLocation, Region } from 'sarif';
import type { ReportedCandidate } from '../../report/report.ts';
import { sarifText } from './text.ts';

/** The name that stands for the scanned folder, so that its path on this machine is not disclosed. */
export const SOURCE_ROOT = '%SRCROOT%';

/** A snippet beyond this many UTF-16 units says nothing to a reader and bloats an upload. */
const MAX_SNIPPET = 16_384;

/** A stretch of a file in the form the candidates and their traces share. */
interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
}

/** A place of which nothing but the line may be known. */
type StepPlace = Pick<Place, 'file' | 'line'> & Partial<Place>;

/** Where a step of a trace is, and what happens there. */
export function sarifLocation(
  place: StepPlace & { readonly function: string },
  message?: string,
): Location {
  return {
    physicalLocation: { artifactLocation: artifact(place.file), region: region(place) },
    ...functionOf(place.function),
    ...(message === undefined || message === '' ? {} : { message: { text: sarifText(message) } }),
  };
}

/** The place of a candidate, with its text and the lines around it as far as they are known. */
export function candidateLocation(candidate: ReportedCandidate): Location {
  const physicalLocation: PhysicalLocation = {
    artifactLocation: artifact(candidate.file),
    region: { ...region(candidate), ...snippet(regionText(candidate)) },
  };
  const context = contextRegion(candidate);
  if (context !== undefined) physicalLocation.contextRegion = context;
  return { physicalLocation, ...functionOf(candidate.function) };
}

/** The path as a relative URI reference; no character of a file name can change its meaning. */
export function artifact(file: string): { uri: string; uriBaseId: string } {
  const uri = file.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return { uri, uriBaseId: SOURCE_ROOT };
}

function region(place: StepPlace): Region {
  const { line, column, end_line = line, end_column } = place;
  // Without columns a region is its whole lines.
  if (column === undefined || end_column === undefined) return { startLine: line };
  const endLine = Math.max(line, end_line);
  const least = endLine === line ? column : 1;
  return {
    startLine: line,
    startColumn: column,
    endLine,
    endColumn: Math.max(least, end_column),
  };
}

/** The lines of the excerpt; SARIF wants more lines than the region itself has. */
function contextRegion(candidate: ReportedCandidate): Region | undefined {
  const { first_line: first, lines } = candidate.excerpt;
  const last = first + lines.length - 1;
  const { startLine = 1, endLine = 1 } = region(candidate);
  const covers = first <= startLine && last >= endLine;
  if (!covers || last - first <= endLine - startLine) return undefined;
  return { startLine: first, endLine: last, ...snippet(lines.join('\n')) };
}

/** The text of the region, cut out of the excerpt; undefined where the excerpt lacks it. */
function regionText(candidate: ReportedCandidate): string | undefined {
  const { first_line: first, lines } = candidate.excerpt;
  const { startLine = 1, startColumn = 1, endLine = 1, endColumn = 1 } = region(candidate);
  const covered = lines.slice(Math.max(0, startLine - first), endLine - first + 1);
  if (startLine < first || covered.length !== endLine - startLine + 1) return undefined;
  const last = covered.length - 1;
  covered[last] = (covered[last] ?? '').slice(0, endColumn - 1);
  covered[0] = (covered[0] ?? '').slice(startColumn - 1);
  return covered.join('\n');
}

function snippet(text: string | undefined): Pick<Region, 'snippet'> {
  if (text === undefined || text === '' || text.length > MAX_SNIPPET) return {};
  return { snippet: { text } };
}

function functionOf(name: string): Pick<Location, 'logicalLocations'> {
  return name === '' ? {} : { logicalLocations: [{ name, kind: 'function' }] };
}
