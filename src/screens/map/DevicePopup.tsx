import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import TextLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { alarmPath } from '#contract/alarms/pages'
import { type Device, deviceCalls } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { devicePath } from '#contract/devices/pages'
import { isEnd } from '#contract/devices/command'
import { routes } from '#contract/routes'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { useFaceWords } from '#src/alarms/useFaceWords.ts'
import { useDeviceAlarms } from '#src/live/useAlarms.ts'
import { useCall } from '#src/api/useCall.ts'
import { Reading } from '#src/devices/Reading.tsx'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { useSwitchState } from '#src/live/useSwitchState.ts'
import { HealthMark } from '#src/map/HealthMark.tsx'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useBoardVersion } from '#src/map/useDeviceBoard.ts'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { PopupCard, PopupFact } from './PopupCard.tsx'

const ITEM_LIMIT = 6
const isDeclared = (path: string) => routes.some((route) => route.path === path)

/** Name, serial or EUI, state, live values and their age, and the way to the device's own page once there is one (MAP-07). */
export function DevicePopup({
  board,
  at,
  pin,
  onClose,
}: {
  board: DeviceBoard
  at: number
  pin: Ref<HTMLDivElement>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  useBoardVersion(board)
  const device = board.devices[at]!
  const state = board.state(at)
  const face = deviceTypes[device.deviceType]
  const full = useCall(deviceCalls.state, { params: { t: tenantId, id: device.id } })
  const items = full.data?.items ?? (device.main ? [device.main] : [])
  return (
    <PopupCard pin={pin} title={device.name} mark={<HealthMark state={state} />} onClose={onClose}>
      <Stack component="dl" sx={{ m: 0, gap: 0.25 }}>
        <PopupFact label={t('map:popup.type')}>{t(`devices:type.${device.deviceType}`)}</PopupFact>
        {device.deviceSerial ? (
          <PopupFact label={t('map:popup.serial')}>{device.deviceSerial}</PopupFact>
        ) : (
          <PopupFact label={t('map:popup.eui')}>{device.eui}</PopupFact>
        )}
        <PopupFact label={t('map:popup.land')}>{device.landName}</PopupFact>
        {face.showsPresence && (
          <PopupFact label={t('map:popup.reported')}>{state.heardAt == null ? null : <Age moment={state.heardAt} />}</PopupFact>
        )}
        <Alarms areaId={device.areaId} deviceId={device.id} />
        {(items.length > 0 || device.switches.length > 0) && <Divider sx={{ my: 0.5 }} />}
        {items.slice(0, ITEM_LIMIT).map((item) => (
          <PopupFact key={item.itemId} label={item.name}>
            <Reading areaId={device.areaId} item={item} reportingPeriod={device.reportingPeriod} deviceType={device.deviceType} />
          </PopupFact>
        ))}
        {device.switches.map((one) => (
          <SwitchFact key={one.switchId} areaId={device.areaId} of={one} />
        ))}
      </Stack>
      {items.length > ITEM_LIMIT && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('map:popup.moreItems', { count: items.length - ITEM_LIMIT })}
        </Typography>
      )}
      {full.isPending && device.main == null && device.switches.length === 0 && <Skeleton variant="text" />}
      {full.isError && <ErrorState compact title={t('map:popup.failed')} error={full.error} onRetry={() => void full.refetch()} />}
      {isDeclared(face.route) && (
        <Button component={Link} to={devicePath(face.page, device.id)} size="small" sx={{ mt: 0.5, ml: -0.75 }}>
          {t('map:popup.page')}
        </Button>
      )}
    </PopupCard>
  )
}

function Alarms({ areaId, deviceId }: { areaId: number; deviceId: number }) {
  const { t } = useTranslation()
  const words = useFaceWords()
  const faces = useDeviceAlarms(areaId, deviceId)
  const [worst] = faces
  if (!worst) return null
  const { what, measured } = words(worst)
  return (
    <PopupFact label={t('map:popup.alarm')}>
      <AlarmShape severity={worst.severity} />{' '}
      <TextLink component={Link} to={alarmPath(worst.id)}>
        {what}
      </TextLink>
      {measured !== '' && ` · ${measured}`}
      {faces.length > 1 && ` · ${t('frame:alarm.more', { count: faces.length - 1 })}`}
    </PopupFact>
  )
}

function SwitchFact({ areaId, of: one }: { areaId: number; of: Device['switches'][number] }) {
  const { t } = useTranslation()
  const said = useSwitchState(areaId, one.switchId)
  const status = said != null && said.status != null && said.ts >= (one.ts ?? 0) ? said.status : one.status
  const wordOf = useStatusWords(one.kind, one.name)
  const command = said?.command
  const shown = command && (!isEnd(command.state) || command.state !== 'observed') ? command : null
  return (
    <PopupFact label={one.name}>
      {status == null ? null : wordOf(status)}
      {shown && (
        <Typography component="span" variant="caption" sx={{ display: 'block', color: isEnd(shown.state) ? 'status.warn' : 'info.main' }}>
          {t('map:popup.command', { wish: wordOf(shown.status), state: t(`devices:commandState.${shown.state}`) })}
        </Typography>
      )}
    </PopupFact>
  )
}
