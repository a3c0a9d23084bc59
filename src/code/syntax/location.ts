/** A stretch of a file. Lines and columns are 1-based; columns count UTF-16 units. */
export interface Location {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** One past the last column. */
  readonly endColumn: number;
}

/** One step on the way from a source to a defect. */
export interface TraceStep {
  readonly file: string;
  readonly location: Location;
  readonly function: string;
  /** What happens here, as one clause: "size is read from the socket". */
  readonly message: string;
}
