interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Has items that come while others are being written wait, and be written together: under load, many
 * share one transaction. Where a batch fails, each of its items is tried alone, so that none fails for
 * another's sake.
 * @param maxBatchSize how many are written together
 * @param write takes the items when it can write them, so once it has its transaction, and gives one
 *   result for each, in their order
 */
export function batchWrites<Item, Result>(
  maxBatchSize: number,
  write: (take: () => readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  const writeNext = async (take: () => readonly Waiting<Item, Result>[]): Promise<void> => {
    let batch: readonly Waiting<Item, Result>[] | undefined;
    try {
      const results = await write(() => {
        batch = take();
        return batch.map(({ item }) => item);
      });
      for (const [index, result] of results.entries()) batch?.[index]?.resolve(result);
    } catch (thrown) {
      // Where it did not come to the point of taking them, none of them is to blame.
      const failed = batch ?? take();
      if (batch === undefined || failed.length === 1) for (const one of failed) one.reject(thrown);
      else for (const one of failed) await writeNext(() => [one]);
    }
  };

  const work = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) await writeNext(() => waiting.splice(0, maxBatchSize));
    isWriting = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) void work();
    });
}
