import type { Notice, Notices } from '../../src/github/notices/notice.ts';

/** Chats that only remember what they were told. */
export function recordedNotices(): Notices & { readonly told: Notice[] } {
  const told: Notice[] = [];
  return { told, tell: async (notice) => void told.push(notice) };
}
