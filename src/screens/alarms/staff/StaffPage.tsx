import { useTranslation } from 'react-i18next'
import { BaseTabs } from '#src/session/BaseTabs.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { SentTab } from './SentTab.tsx'
import { StepsTab } from './StepsTab.tsx'

const parts = { people: PeopleTab, steps: StepsTab, sent: SentTab }

/** Who is told of the alarms of a base, whom it calls on step by step, and what was sent to them. */
export default function StaffPage() {
  const { t } = useTranslation()
  const words = { title: t('alarms:staff.title'), lead: t('alarms:staff.lead') }
  return <BaseTabs id="staff" {...words} parts={parts} wordOf={(name) => t(`alarms:staff.tab.${name}`)} />
}
