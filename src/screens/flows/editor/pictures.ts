import AlarmIcon from '@mui/icons-material/NotificationsActiveOutlined'
import CallSplitIcon from '@mui/icons-material/CallSplit'
import CampaignIcon from '@mui/icons-material/CampaignOutlined'
import ClockIcon from '@mui/icons-material/ScheduleOutlined'
import FlowIcon from '@mui/icons-material/AccountTreeOutlined'
import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined'
import LoopIcon from '@mui/icons-material/LoopOutlined'
import ParallelIcon from '@mui/icons-material/ViewColumnOutlined'
import PowerIcon from '@mui/icons-material/PowerSettingsNew'
import SafeIcon from '@mui/icons-material/GppGoodOutlined'
import SensorsIcon from '@mui/icons-material/SensorsOutlined'
import SunIcon from '@mui/icons-material/WbTwilightOutlined'
import TimerIcon from '@mui/icons-material/TimerOutlined'
import type { ComponentType } from 'react'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { StepKind, TriggerKind } from '#contract/flows/definition'

type Picture = ComponentType<SvgIconProps>

/** The pictures of kinds of triggers and steps; the word stands beside each. */
export const TRIGGER_PICTURES: Readonly<Record<TriggerKind, Picture>> = {
  time: ClockIcon,
  cron: ClockIcon,
  sun: SunIcon,
  watch: SensorsIcon,
  alarm: AlarmIcon,
  flow: FlowIcon,
}
export const STEP_PICTURES: Readonly<Record<StepKind, Picture>> = {
  command: PowerIcon,
  wait: TimerIcon,
  waitUntil: HourglassIcon,
  if: CallSplitIcon,
  parallel: ParallelIcon,
  repeat: LoopIcon,
  notify: CampaignIcon,
  makeSafe: SafeIcon,
}
