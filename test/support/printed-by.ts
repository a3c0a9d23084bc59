import { jest } from '@jest/globals';

/** What some work prints, on the standard output or another stream. It does not reach the stream. */
export async function printedBy(
  work: () => unknown,
  stream: NodeJS.WriteStream = process.stdout,
): Promise<string> {
  let printed = '';
  const write = jest.spyOn(stream, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  try {
    await work();
  } finally {
    write.mockRestore();
  }
  return printed;
}
