import { z } from 'zod'
import { folded, tidied } from './alike.ts'

/** The largest id on the wire: 15 digits, so that it is exact as a JSON number. */
const MAX_ID = 999_999_999_999_999

/** A row's id: an integer of 1 to 15 digits, as a JSON number or as text in a path or query. */
export const id = z.union([z.int().min(0).max(MAX_ID), z.string().regex(/^\d{1,15}$/)]).transform(Number)

/** An integer of a query text, e.g. `page`. */
export const integer = (min: number, max: number) =>
  z
    .union([z.int(), z.string().regex(/^-?\d{1,15}$/)])
    // -0 is 0.
    .transform((given) => Number(given) + 0)
    .pipe(z.int().min(min).max(max))

// Text that PostgreSQL cannot store, or that is not Unicode, is the sender's fault: 400.
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** Text that is kept letter by letter: a key of a third party, or what is compared with what stands. No NUL or lone surrogates. */
export const verbatim = (max: number) => z.string().max(max, 'tooLong').refine(storable, 'notText')

/** What somebody types, tidied before any rule of it (`tidied`). */
export const tidyText = () => z.string().overwrite(tidied)

/** Free text of at most `max` UTF-16 units once it is tidied. */
export const text = (max: number) => tidyText().max(max, 'tooLong').refine(storable, 'notText')

/** Text in which something must be written: blanks, and what nobody sees, alone are refused. */
export const requiredText = (max: number) => text(max).refine((value) => folded(value) !== '', 'onlySpaces')

/** A moment: integer milliseconds since 1970 UTC, as a JSON number or as query text. */
export const moment = integer(0, 9_999_999_999_999)

/** Degrees, WGS84. */
export const longitude = z.number().min(-180).max(180)
export const latitude = z.number().min(-90).max(90)

/** 1 means enabled (1§9). */
export const flag = integer(0, 1)

/** The most rows that size 0 ("all") answers; beyond it the call fails with `error.page.tooMany`. */
export const MAX_ALL_ROWS = 10_000

/**
 * Paging of every list call. `page` counts from 1 (0 reads as 1); `size` 0 means all rows, capped at {@link MAX_ALL_ROWS}.
 * Source: PAGINATION-01, -03, -05.
 */
export const pageQuery = {
  page: integer(0, 1_000_000)
    .default(1)
    .transform((page) => Math.max(1, page)),
  size: integer(0, 10_000).default(10),
}

/** `{content, number, size, totalElements}`; `number` is the same page that was asked for. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ content: z.array(row), number: z.int(), size: z.int(), totalElements: z.int() })

/** A pair of degrees in the order of GeoJSON: [longitude, latitude]. */
export const position = z.tuple([longitude, latitude])
export type Position = z.infer<typeof position>

/** The first day on which anything of a farm is said to have happened, and the last that is planned for: others are slips of the hand. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2199-12-31'
