import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ExpandLess from '@mui/icons-material/ExpandLess'
import ExpandMore from '@mui/icons-material/ExpandMore'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { TaskFields } from './TaskFields.tsx'
import { counted, type FaultAt, type TypedTask } from './typed.ts'

/** A task of a subplan: in a line what it is, below it its inputs while they are open. */
export function TaskRow(props: {
  task: TypedTask
  place: string
  faultAt: FaultAt
  isOpen: boolean
  onOpen: (shown: boolean) => void
  onChange: (given: Partial<TypedTask>) => void
  onRemove: () => void
}) {
  const { task, place, faultAt, isOpen, onOpen, onChange, onRemove } = props
  const { t } = useTranslation()
  const name = task.taskName.trim() || t('farm:planPackage.task.unnamed')
  const facts = [
    task.taskTypeName,
    t('farm:planPackage.task.when', { day: counted(task.offsetDays) + 1, days: counted(task.days) }),
    t('farm:planPackage.task.weighs', { weight: counted(task.weight) }),
    task.materials.length > 0 && t('farm:planPackage.task.uses', { count: task.materials.length }),
    task.harvestFlag === 1 && t('farm:planPackage.task.harvest'),
    task.closesBatch === 1 && t('farm:planPackage.task.closes'),
  ]
  const Arrow = isOpen ? ExpandLess : ExpandMore
  return (
    <Stack sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <ButtonBase
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          sx={{ flex: 1, minWidth: 0, py: 0.75, justifyContent: 'flex-start', textAlign: 'left', gap: 1, borderRadius: 1 }}
        >
          <Arrow fontSize="small" sx={{ color: 'text.secondary' }} />
          <Stack sx={{ minWidth: 0 }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {facts.filter(Boolean).join(' · ')}
            </Typography>
          </Stack>
        </ButtonBase>
        <IconButton size="small" aria-label={`${t('farm:planPackage.task.remove')} ${place}`} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Collapse in={isOpen} unmountOnExit>
        <TaskFields task={task} place={place} faultAt={faultAt} onChange={onChange} />
      </Collapse>
    </Stack>
  )
}
