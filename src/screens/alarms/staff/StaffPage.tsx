import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Page } from '#src/ui/Page.tsx'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { AddressTabs } from '#src/ui/AddressTabs.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { SentTab } from './SentTab.tsx'
import { StepsTab } from './StepsTab.tsx'

const parts = { people: PeopleTab, steps: StepsTab, sent: SentTab }
const TABS = Object.keys(parts) as (keyof typeof parts)[]

/** Who is told of the alarms of a base, whom it calls on step by step, and what was sent to them. */
export default function StaffPage() {
  const { t } = useTranslation()
  return (
    <BaseGate title={t('alarms:staff.title')} lead={t('alarms:staff.lead')}>
      {(area) => (
        <Page title={t('alarms:staff.title')} lead={t('alarms:staff.lead')}>
          <Stack sx={{ height: '100%' }}>
            <AddressTabs id="staff" label={t('alarms:staff.title')} words={TABS.map((name) => [name, t(`alarms:staff.tab.${name}`)])}>
              {(tab) => {
                const Part = parts[tab]
                return <Part key={area.areaId} areaId={area.areaId} />
              }}
            </AddressTabs>
          </Stack>
        </Page>
      )}
    </BaseGate>
  )
}
