import { codeSpan } from '../../page/markdown-text.ts';

/** Where the code that a plan is about can be seen. */
export interface SourceAddress {
  /** Of the repository, such as `https://github.com/ada/demo`. */
  readonly repositoryUrl: string;
  /** The commit that was examined. */
  readonly head: string;
}

/** What comments and summaries have to know besides the report. */
export interface Audience extends SourceAddress {
  /** Whether instructions in comments are followed: by the App, not by the Action. */
  readonly listens?: boolean | undefined;
}

/** A place in the code; lines count from 1. */
interface SourceLines {
  readonly file: string;
  readonly line: number;
  readonly endLine?: number;
}

/**
 * A place in the code as a link.
 * @param name Markdown without brackets; the place itself, such as `src/a.c:3`, where it is missing
 */
export function sourceLink(
  { repositoryUrl, head }: SourceAddress,
  { file, line, endLine = line }: SourceLines,
  name: string = codeSpan(`${file}:${line}`),
): string {
  const path = file.toWellFormed().split('/').map(encoded).join('/');
  const lines = endLine > line ? `L${line}-L${endLine}` : `L${line}`;
  return `[${name}](${repositoryUrl}/blob/${head}/${path}#${lines})`;
}

/** Without the brackets that would end a link, too. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
