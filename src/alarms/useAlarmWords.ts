import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemWords } from '#src/devices/useItemWords.ts'
import type { AlarmWords } from './describeCondition.ts'

/** The words that conditions and alarms are described in, in the reader's language. */
export function useAlarmWords(): AlarmWords {
  const { t, i18n } = useTranslation()
  const item = useItemWords()
  // oxlint-disable-next-line react/exhaustive-deps -- `item` is another function each time and says the same
  return useMemo(() => ({ t, item, language: i18n.language }), [t, i18n.language])
}
