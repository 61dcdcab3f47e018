import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import ListIcon from '@mui/icons-material/FormatListBulletedOutlined'
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined'
import { useTranslation } from 'react-i18next'
import { useView, ViewChoice } from '../ViewChoice.tsx'

const PICTURES = { list: ListIcon, board: BoardIcon, calendar: CalendarIcon } as const
const VIEWS = ['list', 'board', 'calendar'] as const

/** How the tasks are looked at, as the address says. */
export const useTaskView = () => useView<(typeof VIEWS)[number]>([...VIEWS])

/** The ways to look at tasks. */
export function TaskViews() {
  const { t } = useTranslation()
  const [list, ...others] = VIEWS.map((name) => ({ name, icon: PICTURES[name], words: t(`farm:task.view.${name}`) }))
  return <ViewChoice views={[list!, ...others]} label={t('farm:task.views')} />
}
