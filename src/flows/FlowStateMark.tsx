import BlockIcon from '@mui/icons-material/DoNotDisturbOnOutlined'
import CheckIcon from '@mui/icons-material/CheckCircle'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import EventIcon from '@mui/icons-material/EventAvailableOutlined'
import HourglassIcon from '@mui/icons-material/HourglassEmpty'
import PlayIcon from '@mui/icons-material/PlayCircle'
import SkipIcon from '@mui/icons-material/RedoOutlined'
import { useTranslation } from 'react-i18next'
import type { FlowState } from '#contract/flows/flow'
import type { RunState } from '#contract/flows/run'
import { Mark } from '#src/devices/Mark.tsx'

const ended = {
  running: { icon: PlayIcon, color: 'info.main' },
  success: { icon: CheckIcon, color: 'status.normal' },
  failed: { icon: ErrorIcon, color: 'status.alarm' },
} as const
const flowFaces = {
  ...ended,
  disabled: { icon: BlockIcon, color: 'text.secondary' },
  enabled: { icon: EventIcon, color: 'text.primary' },
} as const satisfies Record<FlowState, unknown>
const runFaces = {
  ...ended,
  waiting: { icon: HourglassIcon, color: 'info.main' },
  skipped: { icon: SkipIcon, color: 'status.warn' },
} as const satisfies Record<RunState, unknown>

/** How a flow stands (FLOW-01): shape, colour and word together. */
export function FlowStateMark({ state }: { state: FlowState }) {
  const { t } = useTranslation()
  return <Mark {...flowFaces[state]}>{t(`flows:state.${state}`)}</Mark>
}

/** How a run stands, or ended: shape, colour and word together. */
export function RunStateMark({ state }: { state: RunState }) {
  const { t } = useTranslation()
  return <Mark {...runFaces[state]}>{t(`flows:runState.${state}`)}</Mark>
}
