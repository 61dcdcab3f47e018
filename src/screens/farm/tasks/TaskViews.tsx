import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import ListIcon from '@mui/icons-material/FormatListBulletedOutlined'
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'

const PICTURES = { list: ListIcon, board: BoardIcon, calendar: CalendarIcon } as const
const VIEWS = ['list', 'board', 'calendar'] as const
type TaskView = (typeof VIEWS)[number]

/** How the tasks are looked at, as the address says. */
export function useTaskView(): TaskView {
  const [address] = useSearchParams()
  return VIEWS.find((view) => view === address.get('view')) ?? 'list'
}

/** The ways to look at tasks. */
export function TaskViews() {
  const { t } = useTranslation()
  const [, setAddress] = useSearchParams()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('farm:task.views')}
      value={useTaskView()}
      onChange={(_, view: TaskView | null) => view !== null && setAddress(view === 'list' ? {} : { view })}
    >
      {VIEWS.map((view) => {
        const Icon = PICTURES[view]
        return (
          <ToggleButton key={view} value={view} sx={{ gap: 0.5 }}>
            <Icon fontSize="small" aria-hidden />
            {t(`farm:task.view.${view}`)}
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
