import type { Clock } from '../../model/clock.ts';
import { errorCode } from '../../workspace/files/error-code.ts';
import { isWanted, type Notices } from './notice.ts';
import { noticeBody } from './notice-body.ts';
import type { NoticeReceiver } from './notice-receivers.ts';

interface NoticesDeps {
  /** Of GitHub's pages: `https://github.com`. */
  readonly serverUrl: string;
  readonly clock: Clock;
  /** Hears when a receiver has not taken a notice; without its address. */
  readonly onProblem: (problem: string) => void;
  /** For one try: ten seconds when missing. */
  readonly tryMilliseconds?: number;
}

/** For one try. Who waits is a job of the App. */
const TRY_MILLISECONDS = 10_000;

const PAUSE_MILLISECONDS = 2000;

/**
 * Sends notices by HTTP to the receivers that who runs the App has set, to all at once. What a receiver
 * does not take is sent once more, and then given up. Redirects are not followed.
 */
export function openNotices(receivers: readonly NoticeReceiver[], deps: NoticesDeps): Notices {
  return {
    async tell(notice, { repository, configuration }, signal) {
      if (!isWanted(notice, configuration)) return;
      const sent = receivers.map(async ({ format, address }, index) => {
        const body = noticeBody(format, notice, repository, deps.serverUrl);
        try {
          await sendTwice(address, body, signal, deps);
        } catch (thrown) {
          if (!signal.aborted)
            deps.onProblem(`${format}, receiver ${index + 1}: ${reasonOf(thrown)}`);
        }
      });
      await Promise.all(sent);
    },
  };
}

async function sendTwice(
  address: string,
  body: string,
  signal: AbortSignal,
  { clock, tryMilliseconds = TRY_MILLISECONDS }: NoticesDeps,
): Promise<void> {
  try {
    await send(address, body, signal, tryMilliseconds);
  } catch (thrown) {
    if (thrown instanceof Refusal && !thrown.mayPass) throw thrown;
    await clock.sleep(PAUSE_MILLISECONDS, signal);
    await send(address, body, signal, tryMilliseconds);
  }
}

/** An answer that is no success. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Whether another try may go well. */
  readonly mayPass: boolean;

  constructor(status: number) {
    super(`it answered with status ${status}`);
    this.mayPass = status === 408 || status === 429 || status >= 500;
  }
}

async function send(
  address: string,
  body: string,
  signal: AbortSignal,
  milliseconds: number,
): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
  });
  // What it says is of no interest.
  await response.body?.cancel();
  if (!response.ok) throw new Refusal(response.status);
}

/** Why there was no success. What `fetch` says of a connection may name the address; its code does not. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof Refusal) return thrown.message;
  const error = thrown instanceof Error ? thrown : undefined;
  if (error?.name === 'TimeoutError') return 'no answer in time';
  const code = errorCode(error?.cause);
  return code === undefined ? 'no answer' : `no answer (${code})`;
}
