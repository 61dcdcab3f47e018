import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/farm/task'
import type { Row } from '#src/crud/useRecords.ts'
import { decimalText } from '#src/ui/decimalText.ts'

/** What a task that was a harvest came to. */
export function HarvestKg({ record }: { record: Row }) {
  const { t, i18n } = useTranslation()
  const { harvestKg } = record as unknown as Pick<Task, 'harvestKg'>
  return <>{harvestKg === null ? t('crud:none') : `${decimalText(harvestKg, i18n.language)} kg`}</>
}
