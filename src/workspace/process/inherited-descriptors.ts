import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * The file descriptors, from `first` on, that a program started by us would inherit. Those that
 * Node.js opens close by themselves; those that our own parent left open for us do not.
 */
export function inheritedDescriptors(first: number): number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor >= first && (flags(descriptor) & CLOSE_ON_EXEC) === 0);
}

function flags(descriptor: number): number {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    return Number.parseInt(/^flags:\s+(\d+)$/m.exec(info)?.[1] ?? '', 8);
  } catch {
    // It was the one that read the folder.
    return CLOSE_ON_EXEC;
  }
}
