import { MAX_ALL_ROWS } from '#contract/core/values'
import { CallFailure } from '../failure.ts'

export interface Window {
  readonly limit: number
  readonly offset: number
}

/**
 * Answers one page (PAGINATION-03). Size 0 is every row, at most MAX_ALL_ROWS: beyond it the call fails with error.page.tooMany.
 * `count` is asked only where the rows themselves do not tell how many there are.
 */
export async function paged<Row>(
  asked: { page: number; size: number },
  read: (window: Window) => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<{ content: Row[]; number: number; size: number; totalElements: number }> {
  if (asked.size === 0) {
    const content = await read({ limit: MAX_ALL_ROWS + 1, offset: 0 })
    if (content.length > MAX_ALL_ROWS) throw new CallFailure('error.page.tooMany', { count: await count(), max: MAX_ALL_ROWS })
    return { content, number: asked.page, size: 0, totalElements: content.length }
  }
  const offset = (asked.page - 1) * asked.size
  const content = await read({ limit: asked.size, offset })
  const isLast = content.length < asked.size && (content.length > 0 || offset === 0)
  return { content, number: asked.page, size: asked.size, totalElements: isLast ? offset + content.length : await count() }
}

/** A search text as a LIKE pattern that finds it anywhere, taken literally. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
