import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gatewayCalls } from '#contract/devices/gateway'
import { useCall } from '#src/api/useCall.ts'
import { DEVICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { CollectedData } from './collect/CollectedData.tsx'
import { RejectedList } from './collect/RejectedList.tsx'
import { DeviceTitle } from './DeviceTitle.tsx'
import { SwitchList } from './switches/SwitchList.tsx'
import { useReportNow } from './useReportNow.ts'

const tabs = ['data', 'control', 'rejected'] as const
type TabName = (typeof tabs)[number]

interface WindowProps {
  deviceId: number
  areaId: number
  open: boolean
  onClose: () => void
}

/** The window keeps its height when another tab is looked at. */
const PANEL_HEIGHT = 'min(620px, 65vh)'

function Panel({ name, shown, children }: { name: TabName; shown: boolean; children: ReactNode }) {
  return (
    <Box
      role="tabpanel"
      id={`collect-panel-${name}`}
      aria-labelledby={`collect-tab-${name}`}
      hidden={!shown}
      sx={{ pt: 2, minHeight: PANEL_HEIGHT }}
    >
      {shown && children}
    </Box>
  )
}

function Title({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const details = useCall(gatewayCalls.details, { params: { id: deviceId } })
  return <DeviceTitle device={details.data} fallback={t('devices:collect.title')} />
}

function Content({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<TabName>('data')
  const details = useCall(gatewayCalls.details, { params: { id: deviceId } })
  const device = details.data
  const report = useReportNow(deviceId, device?.areaId)
  if (details.isError && !device) return <ErrorState compact error={details.error} onRetry={() => void details.refetch()} />
  if (!device) return <SkeletonCards count={5} width={190} height={190} />
  const label = (name: TabName) =>
    name === 'rejected' && device.rejectedCount > 0
      ? t('devices:collect.rejectedCount', { count: device.rejectedCount })
      : t(`devices:collect.${name}`)
  return (
    <>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', borderBottom: 1, borderColor: 'divider', mt: -1.5 }}
      >
        <Tabs
          value={tab}
          onChange={(_, next: TabName) => setTab(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={t('devices:collect.title')}
          // All three stand side by side on a phone.
          sx={{ '& .MuiTab-root': { minWidth: 0, px: { xs: 1, sm: 2 } } }}
        >
          {tabs.map((name) => (
            <Tab key={name} value={name} id={`collect-tab-${name}`} aria-controls={`collect-panel-${name}`} label={label(name)} />
          ))}
        </Tabs>
        <Button size="small" startIcon={<RefreshIcon />} loading={report.waiting} loadingPosition="start" onClick={report.ask}>
          {t('devices:collect.refresh')}
        </Button>
      </Stack>
      <Panel name="data" shown={tab === 'data'}>
        <CollectedData device={device} onRejected={() => setTab('rejected')} />
      </Panel>
      <Panel name="control" shown={tab === 'control'}>
        <SwitchList device={device} />
      </Panel>
      <Panel name="rejected" shown={tab === 'rejected'}>
        <RejectedList deviceId={device.id} />
      </Panel>
    </>
  )
}

/** A device's readings, its switches, and what it sent in vain. COLLECT-01: 1200 px wide, full screen on a phone. */
export function CollectDialog({ deviceId, open, onClose }: WindowProps) {
  // What reads and listens stands inside: a closed window costs nothing.
  return (
    <Modal open={open && deviceId > 0} onClose={onClose} width={DEVICE_MODAL_WIDTH} title={<Title deviceId={deviceId} />}>
      <Content key={deviceId} deviceId={deviceId} />
    </Modal>
  )
}
