import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';

/**
 * Sees that `/dev/null` is a device still. A program that runs as root can put a file in its place, which then
 * collects what others throw away and gives it to those that expect nothing; hundreds of tests fail for it, none
 * of them the cause. The device is made again, so that the tests to come say what they are about.
 * @throws Error where it was no device, for the test file at whose end this is seen
 */
export function keepNullDevice(path = '/dev/null'): void {
  if (statSync(path, { throwIfNoEntry: false })?.isCharacterDevice()) return;
  rmSync(path, { force: true });
  const { status } = spawnSync('mknod', ['-m', '666', '--', path, 'c', '1', '3']);
  const now = status === 0 ? 'it has been made again' : 'it could not be made again';
  throw new Error(`${path} was no device when this test file, or one beside it, ended; ${now}`);
}
