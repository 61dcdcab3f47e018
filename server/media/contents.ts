import type { ServerContents } from '../ground/contents.ts'

export const media = {
  handlers: ({ files }) => files.handlers,
} satisfies ServerContents<'media'>
