import OnIcon from '@mui/icons-material/FiberManualRecord'
import OffIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { useSwitchState } from '#src/live/useSwitchState.ts'

type One = Device['switches'][number]

/** What a device switches: its one switch by its word, several by how many of them are on. */
export function SwitchesCell({ of }: { of: Device }) {
  const [one, ...others] = of.switches
  if (one === undefined) return '--'
  return others.length === 0 ? <Stated areaId={of.areaId} of={one} /> : <Counted areaId={of.areaId} of={of.switches} />
}

const useStatus = (areaId: number, one: One): number | null => {
  const said = useSwitchState(areaId, one.switchId)
  return said?.status != null && said.ts >= (one.ts ?? 0) ? said.status : one.status
}

function Stated({ areaId, of }: { areaId: number; of: One }) {
  const status = useStatus(areaId, of)
  const words = useStatusWords(of.kind, of.name)
  return (
    <Box component="span" sx={{ color: status ? 'success.main' : 'text.secondary', fontWeight: status ? 600 : 400 }}>
      {words(status)}
    </Box>
  )
}

function Counted({ areaId, of }: { areaId: number; of: readonly One[] }) {
  const { t } = useTranslation()
  return (
    <Box component="span" title={of.map(({ name }) => name).join(', ')} sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
      {of.slice(0, DOTS).map((one) => (
        <Dot key={one.switchId} areaId={areaId} of={one} />
      ))}
      {of.length > DOTS && t('devices:page.moreSwitches', { count: of.length - DOTS })}
    </Box>
  )
}
const DOTS = 6

function Dot({ areaId, of }: { areaId: number; of: One }) {
  const status = useStatus(areaId, of)
  const { t } = useTranslation()
  const words = useStatusWords(of.kind, of.name)
  const Icon = status ? OnIcon : OffIcon
  return (
    <Icon
      titleAccess={t('devices:page.switchIs', { name: of.name, state: words(status) })}
      sx={{ fontSize: 14, color: status ? 'success.main' : 'text.disabled' }}
    />
  )
}
