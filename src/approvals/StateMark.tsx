import BlockOutlined from '@mui/icons-material/BlockOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined'
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Chip from '@mui/material/Chip'

/** `waiting` something is to be decided, `done`, `refused`, `back` taken back by its applicant, `draft` not submitted. */
export type Standing = 'waiting' | 'done' | 'refused' | 'back' | 'draft'

const marks = {
  waiting: { Icon: HourglassEmptyOutlined, color: 'warning' },
  done: { Icon: CheckCircleOutlined, color: 'success' },
  refused: { Icon: BlockOutlined, color: 'error' },
  back: { Icon: UndoOutlined, color: 'default' },
  draft: { Icon: EditNoteOutlined, color: 'default' },
} as const satisfies Record<Standing, unknown>

/** How an approval or document stands: colour, picture and word together. */
export function StateMark({ standing, words }: { standing: Standing; words: string }) {
  const { Icon, color } = marks[standing]
  return <Chip size="small" variant="outlined" color={color} icon={<Icon aria-hidden />} label={words} />
}
