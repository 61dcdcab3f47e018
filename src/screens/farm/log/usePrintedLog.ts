import { useState } from 'react'
import { farmLogCalls, type LogRow, MOST_OF_PAGE } from '#contract/farm/log'
import { imageUrlOf } from '#contract/media/files'
import { call, isFailure } from '#src/api/call.ts'
import { holdObjectUrl } from '#src/files/objectUrls.ts'
import { usePrinting } from '#src/ui/usePrinting.ts'

/** The most pictures that are printed: of the others is said how many there are. */
const MOST_PICTURES = 200
const SMALL = { width: 240, height: 240, mode: 'crop' } as const

export interface PrintedLog {
  readonly rows: readonly LogRow[]
  /** There is more than was read. */
  readonly cut: boolean
  /** What an `<img>` shows of a picture, by its fileUrl. */
  readonly pictures: ReadonlyMap<string, string>
}

/** Prints the log: all rows are read first, up to a page of the largest size, and their pictures; the browser takes what is there at once. */
export function usePrintedLog(narrowing: Readonly<Record<string, string | number>>) {
  const { at, given, print } = usePrinting<PrintedLog>()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const answer = await call(farmLogCalls.page, { query: { ...narrowing, size: MOST_OF_PAGE } })
    if (isFailure(answer)) return setBusy(false)
    const wanted = [...new Set(answer.content.flatMap(({ pictures }) => pictures))].slice(0, MOST_PICTURES)
    const held = wanted.map((url) => [url, holdObjectUrl(imageUrlOf(url, SMALL))] as const)
    const shown = await Promise.all(held.map(async ([url, { url: coming }]) => [url, await coming] as const))
    setBusy(false)
    print({
      rows: answer.content,
      cut: answer.next !== null,
      pictures: new Map(shown.flatMap(([url, address]) => (address === null ? [] : [[url, address] as const]))),
    })
    for (const [, { release }] of held) release()
  }
  return { at, given, busy, begin: () => void begin() }
}
