import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import type { LogLevel } from '#contract/farm/log'
import { Mark } from './Mark.tsx'

const faces = {
  info: { icon: InfoIcon, color: 'info.main' },
  warn: { icon: WarningIcon, color: 'status.warn' },
  error: { icon: ErrorIcon, color: 'status.alarm' },
} as const satisfies Record<LogLevel, object>

/** How much what was logged matters, by a sign, a colour and its word. */
export const LevelMark = ({ level, children }: { level: LogLevel; children: string }) => <Mark {...faces[level]}>{children}</Mark>
