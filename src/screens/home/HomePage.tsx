import MapOutlined from '@mui/icons-material/MapOutlined'
import RouterOutlined from '@mui/icons-material/RouterOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { deviceCalls } from '#contract/devices/device'
import type { Area } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { LatestCommands } from '#src/devices/LatestCommands.tsx'
import { usePresences } from '#src/devices/usePresences.ts'
import { useGoToDevice } from '#src/frame/useGoToDevice.ts'
import { readMarker } from '#src/map/mapDevice.ts'
import { useDeviceBoard } from '#src/map/useDeviceBoard.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { useArea } from '#src/session/useArea.ts'
import { NOVICE_PATH } from '#src/session/useNovice.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonCards, SkeletonList } from '#src/ui/Skeletons.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { Counts } from './Counts.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { Entrances } from './Entrances.tsx'
import { greetingOf } from './greetingOf.ts'
import { KeyReadings } from './KeyReadings.tsx'
import { News } from './News.tsx'
import { WeatherPanel } from './WeatherPanel.tsx'
import { hourOf } from '#src/time/moment.ts'

const MINUTE = 60_000
const MAP = '/web/farm/map'
const MAP_CODE = 'wfpf.farm.farm.map'
const GATEWAYS = '/web/equipment/gateway'
const GATEWAY_CODE = 'wfpf.farm.equipment.gateway'

/** The selected base as it is now: figures, key readings, devices that need somebody, what was switched, the weather. */
export default function HomePage() {
  const { t } = useTranslation()
  const { self } = useSession()
  const { area, status, retry } = useArea()
  const hour = hourOf(useNow(MINUTE))
  const name = self?.realName === '' ? self.loginName : (self?.realName ?? '')
  return (
    <Page
      title={t(`home:greeting.${greetingOf(hour)}`, { name })}
      windowTitle={t('home:title')}
      lead={area != null && t('home:lead', { area: area.areaName })}
      actions={
        area != null && (
          <>
            <Permitted code={MAP_CODE}>
              <Button component={Link} to={MAP} variant="outlined" startIcon={<MapOutlined />}>
                {t('home:links.map')}
              </Button>
            </Permitted>
            <Permitted code={GATEWAY_CODE}>
              <Button component={Link} to={GATEWAYS} variant="contained" startIcon={<RouterOutlined />}>
                {t('home:links.gateway')}
              </Button>
            </Permitted>
          </>
        )
      }
    >
      {status === 'loading' && <SkeletonCards count={8} />}
      {status === 'failed' && <ErrorState title={t('home:failed.area')} onRetry={retry} />}
      {/* LOGIN-11: without a base the way begins on the landing page. */}
      {status === 'none' && <Navigate to={NOVICE_PATH} replace />}
      {area != null && <Overview key={area.areaId} area={area} />}
    </Page>
  )
}

function Overview({ area }: { area: Area }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const { areaId } = area
  const input = { params: { t: tenantId }, query: { areaId, size: 0 } }
  const devices = useCall(deviceCalls.tenantAll, input)
  const listed = devices.data?.content ?? []
  const present = usePresences(areaId, listed)
  // What the map and the wall judge by, so that the three agree.
  const markers = useCall(deviceCalls.markers, { params: { t: tenantId }, query: { page: 0, size: 0, areaId } })
  const rows = markers.data?.content
  const judged = useMemo(() => rows?.map((row) => readMarker(areaId, row)) ?? [], [rows, areaId])
  const board = useDeviceBoard(judged, areaId)
  const failed = [devices, markers].find(({ isError }) => isError)
  const open = useGoToDevice()
  return (
    <>
      <Counts area={area} present={devices.isSuccess ? present : devices.isError ? undefined : null} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <Permitted code={GATEWAY_CODE}>
            <KeyReadings areaId={areaId} devices={listed} onOpen={open} />
            <Section title={t('devices:latest.title')} flush>
              <LatestCommands areaId={areaId} />
            </Section>
          </Permitted>
          <News />
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          {area.latlng != null && <WeatherPanel place={area.latlng} />}
          {(devices.isPending || markers.isPending) && (
            <Section title={t('home:devices.title')}>
              <SkeletonList rows={6} />
            </Section>
          )}
          {failed && (
            <Section title={t('home:devices.title')}>
              <ErrorState compact title={t('home:failed.devices')} error={failed.error} onRetry={() => void failed.refetch()} />
            </Section>
          )}
          {devices.isSuccess && markers.isSuccess && <DevicePanel areaId={areaId} present={present} board={board} onOpen={open} />}
          <Entrances />
        </Stack>
      </Box>
    </>
  )
}
