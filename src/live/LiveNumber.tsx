import { styled } from '@mui/material/styles'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatValue } from '#src/charts/formatValue.ts'
import { type LiveReading, newerReading } from '#streams/devices/readings'
import { useLiveArea } from './useLiveArea.ts'

// A number that changes its width must not move its neighbours: figures of one width, and a box that only grows.
const Figure = styled('span')({ display: 'inline-block', textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })

/**
 * A collect item's newest value as text, written without rendering: it follows the live table at the screen's pace. `digits` after the
 * point, at most. `initial` is what was stored: it is shown until the table knows something newer.
 */
export function LiveNumber({
  areaId,
  itemId,
  digits = 2,
  initial,
  className,
}: {
  areaId: number
  itemId: number
  digits?: number
  initial?: { value: number | null; ts: number | null }
  className?: string
}) {
  const table = useLiveArea(areaId)?.readings
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? i18n.language ?? 'en-US'
  const place = useRef<HTMLSpanElement>(null)
  const initialValue = initial?.value ?? null
  const initialTs = initial?.ts ?? null

  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const text = document.createTextNode('')
    element.replaceChildren(text)
    let written = ''
    let widest = 0
    let value: number | null | undefined
    const show = (reading: LiveReading | undefined) => {
      const next = newerReading({ value: initialValue, ts: initialTs }, reading)?.value ?? null
      if (next !== value || written === '') {
        value = next
        const words = formatValue(next, language, digits)
        if (words !== written) {
          written = words
          text.data = words
          if (words.length > widest) {
            widest = words.length
            element.style.minWidth = `${widest}ch`
          }
        }
      }
    }
    if (!table) show(undefined)
    const readings = table?.watch(itemId).subscribe(show)
    return () => readings?.unsubscribe()
  }, [table, itemId, language, digits, initialValue, initialTs])

  return <Figure ref={place} className={className} />
}
