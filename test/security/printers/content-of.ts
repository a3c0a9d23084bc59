/** The page without its style, script and their hashes, which are no part of what it says. */
export function contentOf(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/g, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>\n<\/body>/, '<script></script>\n</body>')
    .replace(/'sha256-[^']+'/g, "'sha256-'");
}
