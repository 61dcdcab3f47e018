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

function refuseTooMany({ size }: Asked, total: number): void {
  if (size === 0 && total > MAX_ALL_ROWS) throw new CallFailure('error.page.tooMany', { count: total, max: MAX_ALL_ROWS })
}

/**
 * The one place that pages: counts `rows` (filtered, nothing selected yet), then reads one page of what `pick` selects and orders.
 * Throws CallFailure error.page.tooMany where all are asked for and they are more than MAX_ALL_ROWS.
 */
export async function readPage<DB, Tables extends keyof DB, Row>(
  asked: Asked,
  rows: SelectQueryBuilder<DB, Tables, object>,
  pick: (rows: SelectQueryBuilder<DB, Tables, object>) => SelectQueryBuilder<DB, Tables, Row>,
): Promise<Page<Row>> {
  const { total } = (await rows.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()) as { total: number }
  refuseTooMany(asked, total)
  const { page, size } = asked
  const picked =
    size === 0
      ? pick(rows).limit(MAX_ALL_ROWS)
      : pick(rows)
          .limit(size)
          .offset((page - 1) * size)
  const content = total === 0 ? [] : ((await picked.execute()) as Row[])
  return { content, number: page, size, totalElements: total }
}

/** The same for rows that are in hand already. */
export function answerPage<Row>(rows: readonly Row[], asked: Asked): Page<Row> {
  refuseTooMany(asked, rows.length)
  const { page, size } = asked
  const content = size === 0 ? [...rows] : rows.slice((page - 1) * size, page * size)
  return { content, number: page, size, totalElements: rows.length }
}
