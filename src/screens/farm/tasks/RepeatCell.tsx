import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/farm/task'
import type { Row } from '#src/crud/useRecords.ts'
import { useRepeatWords } from './repeatWords.ts'

/** How a task is repeated, in words. */
export function RepeatCell({ record }: { record: Row }) {
  const { t } = useTranslation()
  const wordsOf = useRepeatWords()
  const { repeats } = record as unknown as Pick<Task, 'repeats'>
  if (repeats === null) return <>{t('farm:task.repeat.none')}</>
  const what = wordsOf(repeats.rule)
  return <>{repeats.endedAt === null ? what : t('farm:task.repeat.ended', { what })}</>
}
