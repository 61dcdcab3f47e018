import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { beat } from './beat.ts'
import { describeAge } from './describeAge.ts'
import { momentText } from '#src/time/moment.ts'

const PACE_MS = 1000

/** How old a moment (ms UTC) is, in words that keep up; the exact time on hover and for screen readers. */
export function Age({ moment }: { moment: number | null | undefined }) {
  const { t } = useTranslation()
  const clock = beat(PACE_MS)
  // Drawn again when its words change, which is seldom, not with each second.
  const words = useSyncExternalStore(clock.subscribe, () => {
    if (moment == null) return t('frame:age.never')
    const age = describeAge(moment, clock.get())
    return 'count' in age ? t(`frame:age.${age.unit}`, { count: age.count }) : t(`frame:age.${age.unit}`)
  })
  if (moment == null) return <span>{words}</span>
  const text = momentText(moment)
  return (
    <time dateTime={new Date(moment).toISOString()} title={text} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {words}
    </time>
  )
}
