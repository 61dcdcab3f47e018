import type { SelectQueryBuilder } from 'kysely'
import { MAX_ALL_ROWS } from '#contract/core/values'
import { CallFailure } from '../failure.ts'

interface Asked {
  /** From 1. */
  readonly page: number
  /** 0 means all. */
  readonly size: number
}
export interface Page<Row> {
  content: Row[]
  number: number
  size: number
  totalElements: number
}
export interface Window {
  readonly limit: number
  readonly offset: number
}

/**
 * The one place that pages (PAGINATION-03). Size 0 is every row, at most MAX_ALL_ROWS: beyond it throws CallFailure error.page.tooMany.
 * `count` is asked only where the rows themselves do not tell how many there are.
 */
export async function paged<Row>(asked: Asked, read: (window: Window) => Promise<Row[]>, count: () => Promise<number>): Promise<Page<Row>> {
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

/** One page of what `pick` selects and orders of `rows` (filtered; what they select themselves is not counted with). */
export function readPage<DB, Tables extends keyof DB, Selected, Row>(
  asked: Asked,
  rows: SelectQueryBuilder<DB, Tables, Selected>,
  pick: (rows: SelectQueryBuilder<DB, Tables, Selected>) => SelectQueryBuilder<DB, Tables, Row>,
): Promise<Page<Row>> {
  return paged(
    asked,
    async ({ limit, offset }) => (await pick(rows).limit(limit).offset(offset).execute()) as Row[],
    async () => {
      const counted = rows.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'))
      return ((await counted.executeTakeFirstOrThrow()) as { total: number }).total
    },
  )
}

/** The same for rows that are in hand already. */
export const answerPage = <Row>(rows: readonly Row[], asked: Asked): Promise<Page<Row>> =>
  paged(
    asked,
    async ({ limit, offset }) => rows.slice(offset, offset + limit),
    async () => rows.length,
  )
