import { useTranslation } from 'react-i18next'
import { WIND_CLASSES } from '#contract/devices/windRose'
import { formatValue, NO_VALUE } from '#src/charts/formatValue.ts'

/** From the gentlest wind to the hardest, each darker than the one before. */
export const CLASS_COLORS = ['#b7dfd2', '#6fbfae', '#2f93a0', '#2a659c', '#4b3a8c'] as const

/** How speeds and shares of wind are said. */
export function useWindWords() {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatValue(value, i18n.language, 1)
  const tenths = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    speed: (nth: number): string => {
      const [from, to] = [WIND_CLASSES[nth]!, WIND_CLASSES[nth + 1]]
      return to === undefined
        ? t('devices:wind.speedAbove', { from: number(from) })
        : t('devices:wind.speed', { from: number(from), to: number(to) })
    },
    number,
    /** A mean speed, m/s, digit under digit. */
    mean: (value: number | null) => (value === null ? NO_VALUE : tenths.format(value)),
    share: (part: number) => percent.format(part),
  }
}
