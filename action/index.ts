/**
 * The one program of the Action. A runner starts it without arguments; mode migrate starts it once more,
 * as the isolated worker, which reads the repository and has no token.
 */
if (process.argv[2] === 'isolated-worker') {
  await import('../src/isolated-worker.ts');
} else {
  const { run } = await import('./main.ts');
  await run();
}
