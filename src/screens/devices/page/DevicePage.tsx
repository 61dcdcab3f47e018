import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { deviceTypes } from '#contract/devices/deviceType'
import { gatewayCalls } from '#contract/devices/gateway'
import type { DevicePanel } from '#contract/devices/types/defineDeviceType'
import { PEST } from '#contract/insects/insectType'
import type { ListedPage } from '#contract/devices/pages'
import { useCall } from '#src/api/useCall.ts'
import { useMay } from '#src/devices/useMay.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import { useSaysBase } from '#src/session/pageBase.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { CollectedData } from '../collect/CollectedData.tsx'
import { Interlocks } from '../interlocks/Interlocks.tsx'
import { LogPart } from '../logs/LogPart.tsx'
import { RejectedList } from '../collect/RejectedList.tsx'
import { DeviceSettings } from '../settings/DeviceSettings.tsx'
import { SwitchList } from '../switches/SwitchList.tsx'
import { useReportNow } from '../useReportNow.ts'
import { AboutDevice } from './AboutDevice.tsx'
import { DeviceAlarms } from './DeviceAlarms.tsx'
import { DeviceActs } from './DeviceActs.tsx'
import { DeviceStanding } from './DeviceStanding.tsx'
import { controlPanels, panels } from './panels.tsx'
import { type Part, partIn, partsOf } from './tabs.ts'

const ForeignPart = lazyPart(() => import('../foreign/ForeignPart.tsx').then(({ ForeignPart }) => ({ default: ForeignPart })))

const InsectNumbers = lazyPart(() => import('#src/insects/InsectNumbers.tsx').then(({ InsectNumbers }) => ({ default: InsectNumbers })))

/** Everything about one device, whatever its type: what it measures and switches now and did before, who asked, and what it is. */
export function DevicePage({ page }: { page: ListedPage }) {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const details = useCall(gatewayCalls.details, { params: { id: known ? id : 0 } }, { enabled: known })
  const [address, setAddress] = useSearchParams()
  const device = details.data
  useSaysBase(device ?? null)
  const report = useReportNow(id, device?.areaId)
  const mayEdit = useMay('edit', device?.deviceType)
  const mayCount = usePermission(PEST) === true
  const title = t('devices:device.title')
  if (!known || details.error?.failure.status === 404)
    return (
      <Page title={title}>
        <EmptyState variant="noData" title={t('devices:device.gone')} text={t('devices:device.goneHint')} />
      </Page>
    )
  if (!device) return <Unread title={title} query={details} />
  const type = deviceTypes[device.deviceType]
  const all: readonly DevicePanel[] = type.panels
  const switchedIn = all.filter((name) => controlPanels.has(name))
  const shownPanels = all.filter((name) => !controlPanels.has(name))
  // How it is connected is the matter of who may change that.
  const parts = partsOf(device.deviceType).filter((name) => (name !== 'protocol' || mayEdit) && (name !== 'statistics' || mayCount))
  const part = partIn(address, parts)
  const show = (next: Part) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        changed.set('part', next)
        return changed
      },
      { replace: true },
    )
  const label = (name: Part) =>
    name === 'rejected' && device.rejectedCount > 0
      ? t('devices:collect.rejectedCount', { count: device.rejectedCount })
      : t(`devices:device.part.${name}`)
  return (
    <Page
      title={device.name}
      lead={<DeviceStanding device={device} />}
      actions={
        <>
          <Button variant="outlined" startIcon={<RefreshIcon />} loading={report.waiting} loadingPosition="start" onClick={report.ask}>
            {t('devices:collect.refresh')}
          </Button>
          <DeviceActs
            device={device}
            parentId={device.baseConcentratorDTO?.id ?? null}
            page={page}
            onChanged={() => void details.refetch()}
          />
        </>
      }
    >
      <DeviceAlarms device={device} />
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}>
        <Tabs
          value={part}
          onChange={(_, next: Part) => show(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={device.name}
          // Big enough for a wet thumb.
          sx={{ '& .MuiTab-root': { minWidth: 0, minHeight: 48, px: { xs: 1.5, sm: 2 } } }}
        >
          {parts.map((name) => (
            <Tab key={name} value={name} id={`device-tab-${name}`} aria-controls={`device-part-${name}`} label={label(name)} />
          ))}
        </Tabs>
      </Box>
      <Box role="tabpanel" id={`device-part-${part}`} aria-labelledby={`device-tab-${part}`}>
        <Suspense fallback={<SkeletonList rows={4} height={64} />}>
          {part === 'live' && (
            <Stack spacing={3}>
              {shownPanels.map((name) => {
                const Panel = panels[name]
                return <Panel key={name} device={device} />
              })}
              <CollectedData device={device} onRejected={() => show('rejected')} />
            </Stack>
          )}
          {part === 'statistics' && <InsectNumbers device={device} />}
          {part === 'control' && (
            <Stack spacing={3}>
              {switchedIn.length === 0 && <SwitchList device={device} />}
              {switchedIn.map((name) => {
                const Panel = panels[name]
                return <Panel key={name} device={device} />
              })}
              {type.circuits?.rest === 0 && <Interlocks device={device} />}
              {Object.keys(type.settings).length > 0 && <DeviceSettings device={device} />}
            </Stack>
          )}
          {part === 'log' && <LogPart device={device} />}
          {part === 'rejected' && <RejectedList deviceId={device.id} />}
          {part === 'protocol' && <ForeignPart device={device} />}
          {part === 'about' && <AboutDevice device={device} page={page} />}
        </Suspense>
      </Box>
    </Page>
  )
}
