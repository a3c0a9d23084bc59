import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ATTEMPTS = 10;
const PAUSE_MILLISECONDS = 200;

/**
 * Removes a container, running or not. One that is not there is waited for, since Docker's daemon goes on with making what
 * a client has asked for that was killed in the meantime.
 *
 * @param program `docker` or `podman`
 */
export async function removeContainer(program: string, name: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await wasRemoved(program, name)) return;
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** Both print what they have removed; by their status, what is not there may be removed as well. */
async function wasRemoved(program: string, name: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(program, ['rm', '--force', name]);
    return stdout.trim() !== '';
  } catch {
    return false;
  }
}
