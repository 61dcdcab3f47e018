import { useTranslation } from 'react-i18next'
import { describeAge } from './describeAge.ts'
import { momentText } from './moment.ts'
import { useNow } from './useNow.ts'

/** How old a moment (ms UTC) is, in words that keep up; the exact time on hover and for screen readers. */
export function Age({ moment }: { moment: number | null | undefined }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  if (moment == null) return <span>{t('frame:age.never')}</span>
  const age = describeAge(moment, now)
  const text = momentText(moment)
  return (
    <time dateTime={new Date(moment).toISOString()} title={text} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {'count' in age ? t(`frame:age.${age.unit}`, { count: age.count }) : t(`frame:age.${age.unit}`)}
    </time>
  )
}
