import { useTranslation } from 'react-i18next'
import { type PlanPackage, planPackage } from '#contract/farm/planPackage'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import type { Row } from '#src/crud/useRecords.ts'
import { SubplansFacts } from './SubplansFacts.tsx'
import { SubplansInput } from './SubplansInput.tsx'

const packageOf = (record: Row) => record as unknown as PlanPackage

export default crudScreen(planPackage, {
  columns: ['packageName', 'varietyId', 'totalDays', 'taskCount', 'targetYield', 'enabledFlag'],
  filters: ['enabledFlag'],
  form: [['packageName', 'varietyId'], ['targetYield', 'enabledFlag'], ['subplans'], ['remark']],
  wide: true,
  cells: { totalDays: LengthCell, taskCount: TasksCell, subplans: SubplansFacts },
  inputs: { subplans: SubplansInput },
})

function LengthCell({ record }: { record: Row }) {
  const { t } = useTranslation()
  return <>{t('farm:planPackage.days', { count: packageOf(record).totalDays })}</>
}
function TasksCell({ record }: { record: Row }) {
  const { t } = useTranslation()
  return <>{t('farm:planPackage.tasks', { count: packageOf(record).taskCount })}</>
}
