import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#src/ui/NumberField.tsx'
import { TaskRow } from './TaskRow.tsx'
import { type FaultAt, NEW_TASK, type TypedSubplan, type TypedTask } from './typed.ts'

/** A subplan: what it is called, from when for how long, and its tasks. */
export function SubplanCard(props: {
  nth: number
  subplan: TypedSubplan
  faultAt: FaultAt
  isOpen: (task: number) => boolean
  onOpen: (task: number, shown: boolean) => void
  onFold: () => void
  onChange: (given: Partial<TypedSubplan>) => void
  onRemove: () => void
}) {
  const { nth, subplan, faultAt, isOpen, onOpen, onFold, onChange, onRemove } = props
  const { t } = useTranslation()
  const { name, offsetDays, days, tasks } = subplan
  const told = (place: string) => ({ error: faultAt(place) !== undefined, helperText: faultAt(place) })
  const setTask = (at: number, given: Partial<TypedTask>) =>
    onChange({ tasks: tasks.map((one, which) => (which === at ? { ...one, ...given } : one)) })
  return (
    <Card variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'grid',
            columnGap: 1,
            rowGap: 1.5,
            gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 168px 128px' },
          }}
        >
          <TextField
            required
            label={t('farm:planPackage.subplan.name', { nth })}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
            {...told('name')}
          />
          <NumberField
            label={t('farm:planPackage.subplan.offset')}
            unit={t('crud:unit.d')}
            value={offsetDays}
            onChange={(next) => onChange({ offsetDays: next })}
            {...told('offsetDays')}
          />
          <NumberField
            label={t('farm:planPackage.subplan.days')}
            unit={t('crud:unit.d')}
            value={days}
            onChange={(next) => onChange({ days: next })}
            {...told('days')}
          />
        </Box>
        <IconButton aria-label={t('farm:planPackage.subplan.remove', { nth })} onClick={onRemove}>
          <DeleteIcon />
        </IconButton>
      </Stack>
      <Stack sx={{ pt: 1 }}>
        {tasks.map((task, at) => (
          <TaskRow
            key={at}
            task={task}
            place={`${nth}.${at + 1}`}
            faultAt={(place) => faultAt(`tasks.${at}.${place}`)}
            isOpen={isOpen(at)}
            onOpen={(shown) => onOpen(at, shown)}
            onChange={(given) => setTask(at, given)}
            onRemove={() => {
              onFold()
              onChange({ tasks: tasks.toSpliced(at, 1) })
            }}
          />
        ))}
        <Button
          size="small"
          startIcon={<AddIcon />}
          sx={{ alignSelf: 'flex-start', mt: 0.5 }}
          onClick={() => {
            onChange({ tasks: [...tasks, NEW_TASK] })
            onOpen(tasks.length, true)
          }}
        >
          {t('farm:planPackage.task.add')}
        </Button>
      </Stack>
    </Card>
  )
}
