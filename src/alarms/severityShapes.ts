import BookmarkIcon from '@mui/icons-material/Bookmark'
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined'
import InfoIcon from '@mui/icons-material/Info'
import ReportIcon from '@mui/icons-material/Report'
import WarningIcon from '@mui/icons-material/WarningRounded'
import type { AlarmSeverity } from '#contract/alarms/severity'

/** An octagon, a triangle, a flag, a disc, a question: told apart without any colour. The map draws the same. */
export const severityShapes = {
  critical: ReportIcon,
  major: WarningIcon,
  minor: BookmarkIcon,
  warning: InfoIcon,
  indeterminate: HelpOutlineIcon,
} as const satisfies Record<AlarmSeverity, typeof ReportIcon>
