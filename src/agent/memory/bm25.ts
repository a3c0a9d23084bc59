/** How fast further occurrences of a term count for less, and how much the length of a text does. */
const K1 = 1.2;
const B = 0.75;

/**
 * Ranks texts by Okapi BM25 (Robertson and Zaragoza, 2009), with the inverse document frequency that
 * is never negative: ln(1 + (N - n + 0.5) / (n + 0.5)).
 * @returns the indices of the texts that share a term with the query, the best first; of equals the
 *   earlier
 */
export function rankByBm25(texts: readonly string[], query: string): number[] {
  const documents = texts.map((text) => Map.groupBy(termsOf(text), (term) => term));
  const lengths = documents.map((terms) =>
    [...terms.values()].reduce((sum, { length }) => sum + length, 0),
  );
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  const scores = texts.map(() => 0);
  for (const term of new Set(termsOf(query))) {
    const containing = documents.filter((terms) => terms.has(term)).length;
    const weight = Math.log(1 + (texts.length - containing + 0.5) / (containing + 0.5));
    for (const [index, terms] of documents.entries()) {
      const count = terms.get(term)?.length ?? 0;
      const norm = 1 - B + (B * (lengths[index] ?? 0)) / average;
      if (count > 0)
        scores[index] = (scores[index] ?? 0) + (weight * count * (K1 + 1)) / (count + K1 * norm);
    }
  }
  return scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.index - right.index)
    .map(({ index }) => index);
}

/** Words in lower case; names are also taken apart, so that `read_all` is found by "read". */
export function termsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.split(/_+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
    return (parts.length > 1 ? [word, ...parts] : [word]).map((term) => term.toLowerCase());
  });
}
