import { styled } from '@mui/material/styles'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ageOf } from '#streams/devices/age'
import type { LiveReading } from '#streams/devices/readings'
import { beat } from './clock.ts'
import { useLiveArea } from './useLiveArea.ts'

const NOTHING = '\u2013'
const AGE_BEAT_MS = 1000

// A number that changes its width must not move its neighbours: figures of one width, and a box that only grows.
const Figure = styled('span')(({ theme }) => ({
  display: 'inline-block',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '&[data-age="late"]': { color: theme.vars?.palette.status.late ?? theme.palette.status.late },
  '&[data-age="lost"]': { color: theme.vars?.palette.status.lost ?? theme.palette.status.lost },
}))

const formats = new Map<string, Intl.NumberFormat>()
function formatOf(language: string, digits: number): Intl.NumberFormat {
  const name = `${language} ${digits}`
  let format = formats.get(name)
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: 0 })
    formats.set(name, format)
  }
  return format
}

/**
 * A collect item's newest value as text, written without rendering: it follows the live table at the screen's pace. `digits` after the
 * point, at most. With `reportingPeriod` (ms) it carries its age as `data-age` and in colour; say the age in words beside it. `initial` is
 * what is shown before the table knows better.
 */
export function LiveNumber({
  areaId,
  itemId,
  digits = 2,
  reportingPeriod,
  initial,
  className,
}: {
  areaId: number
  itemId: number
  digits?: number
  reportingPeriod?: number
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
    const format = formatOf(language, digits)
    let written = ''
    let widest = 0
    let value: number | null | undefined
    let ts: number | null = null
    let age: string | null = null
    const showAge = () => {
      if (reportingPeriod === undefined) return
      const next = ts === null ? 'lost' : ageOf(ts, reportingPeriod, Date.now())
      if (next === age) return
      age = next
      element.dataset.age = next
    }
    const show = (reading: LiveReading | undefined) => {
      const next = reading ? reading.value : initialValue
      ts = reading ? reading.ts : initialTs
      if (next !== value || written === '') {
        value = next
        const words = next === null ? NOTHING : format.format(next)
        if (words !== written) {
          written = words
          text.data = words
          if (words.length > widest) {
            widest = words.length
            element.style.minWidth = `${widest}ch`
          }
        }
      }
      showAge()
    }
    if (!table) show(undefined)
    const readings = table?.watch(itemId).subscribe(show)
    const clock = reportingPeriod === undefined ? null : beat(AGE_BEAT_MS).beats$.subscribe(showAge)
    return () => {
      readings?.unsubscribe()
      clock?.unsubscribe()
    }
  }, [table, itemId, language, digits, reportingPeriod, initialValue, initialTs])

  return <Figure ref={place} className={className} />
}
