interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Has items that come while others are being written wait, and be written together: under load, many
 * share one transaction. Where a batch fails, each of its items is tried alone, so that none fails for
 * another's sake.
 * @param write gives one result for each item, in their order
 */
export function batched<Item, Result>(
  most: number,
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  const writeAll = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (thrown) {
      if (batch.length === 1) batch[0]?.reject(thrown);
      else for (const one of batch) await writeAll([one]);
    }
  };

  const work = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) await writeAll(waiting.splice(0, most));
    isWriting = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) void work();
    });
}
