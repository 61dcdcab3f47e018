import { useTranslation } from 'react-i18next'
import type { Dose } from '#contract/devices/dosing'
import { formatValue } from '#src/charts/formatValue.ts'
import { useRunWords } from '../../switches/useRunWords.ts'

/** How much a dose is to give: its volume, or its time. */
export function useDoseWords(): (dose: Pick<Dose, 'volume' | 'seconds'>) => string {
  const { i18n } = useTranslation()
  const runWords = useRunWords()
  return ({ volume, seconds }) => (volume === null ? runWords(seconds ?? 0) : `${formatValue(volume, i18n.language)} m³`)
}

/** Tanks and their channels are called by letters, as on the machine. */
export const channelLetter = (channel: number): string => String.fromCodePoint(64 + channel)
