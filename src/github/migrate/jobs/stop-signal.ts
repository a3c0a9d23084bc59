/** Why a job of the migration ended before its time. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

const WATCH_MILLISECONDS = 1000;

export interface StopWatch {
  /** Aborted once a person has said stop after the job was asked for. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * Hears of `/migrate stop`.
 * @param created when the job was asked for, to the second: a stop in the same second counts
 * @param stoppedAt when a person last said stop
 */
export async function watchForStop(
  created: string,
  stoppedAt: () => Promise<Date | undefined>,
): Promise<StopWatch> {
  const controller = new AbortController();
  const look = async () => {
    const at = await stoppedAt();
    if (at !== undefined && at.getTime() >= Date.parse(created)) {
      controller.abort(new StoppedError('stopped by /migrate stop'));
    }
  };
  await look();
  // While the database cannot be asked, the job goes on.
  const timer = setInterval(() => void look().catch(() => {}), WATCH_MILLISECONDS);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
