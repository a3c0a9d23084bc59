/** One instruction of a Dockerfile, with lines that go on put together. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile, by its stages: each begins with a `FROM`. */
export function stagesOf(dockerfile: string): Instruction[][] {
  const text = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  const stages: Instruction[][] = [];
  for (const line of text.split('\n')) {
    const [, name, rest] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: rest.replace(/\s+/g, ' ') });
  }
  return stages;
}

/** What `apt-get install` of a stage brings: Debian's packages. */
export function packagesOf(stage: readonly Instruction[]): string[] {
  return stage.flatMap(({ name, text }) => {
    const [, list = ''] = (name === 'RUN' && /apt-get install ([^&]+)/.exec(text)) || [];
    return list.split(' ').filter((word) => word !== '' && !word.startsWith('--'));
  });
}

/** The sources of the `COPY` instructions that copy from the repository. */
export function copiedOf(stage: readonly Instruction[]): string[] {
  return stage
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))
    .flatMap(({ text }) => text.split(' ').slice(0, -1));
}
