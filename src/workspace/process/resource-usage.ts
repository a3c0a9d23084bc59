/** What the processes of a run use at one moment. */
export interface ResourceUsage {
  readonly processes: number;
  readonly memoryBytes: number;
  /** Since the start of the run. */
  readonly cpuSeconds: number;
}
