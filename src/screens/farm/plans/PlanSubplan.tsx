import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { planCalls, PlannedTask } from '#contract/farm/plan'
import { Section } from '#src/ui/Section.tsx'
import { PercentBar } from '../PercentBar.tsx'
import { DoneText, MaterialsText, PlannedText, TaskName, TaskState } from './planTaskParts.tsx'

type Subplan = z.infer<typeof planCalls.info.answer>[number]

/** A subplan of a plan: its days, how far it is, and its tasks as planned and as they are. */
export function PlanSubplan({ subplan: { name, from, to, progress, tasks } }: { subplan: Subplan }) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const percent = progress.percent === null ? t('farm:plan.noProgress') : t('farm:plan.percent', { percent: progress.percent })
  return (
    <Section
      title={name}
      flush
      aside={
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('farm:plan.span', { from, to })}
          </Typography>
          <Stack sx={{ width: 120 }}>
            <Typography variant="body2" sx={{ textAlign: 'right' }}>
              {percent}
            </Typography>
            <PercentBar percent={progress.percent ?? 0} label={`${name} ${percent}`} />
          </Stack>
        </Stack>
      }
    >
      {tasks.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', px: 2, pb: 2 }}>
          {t('farm:plan.noTasks')}
        </Typography>
      ) : isNarrow ? (
        <Cards tasks={tasks} />
      ) : (
        <Rows name={name} tasks={tasks} />
      )}
    </Section>
  )
}

function Rows({ name, tasks }: { name: string; tasks: readonly PlannedTask[] }) {
  const { t } = useTranslation()
  return (
    <TableContainer tabIndex={0} aria-label={name}>
      <Table
        size="small"
        sx={{
          tableLayout: 'fixed',
          minWidth: 900,
          '& td': { verticalAlign: 'top', fontVariantNumeric: 'tabular-nums' },
          '& tr:last-child td': { border: 0 },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '22%' }}>{t('farm:plan.task')}</TableCell>
            <TableCell sx={{ width: '17%' }}>{t('farm:plan.state')}</TableCell>
            <TableCell sx={{ width: '17%' }}>{t('farm:plan.planned')}</TableCell>
            <TableCell sx={{ width: '17%' }}>{t('farm:plan.done')}</TableCell>
            <TableCell>{t('farm:plan.materials')}</TableCell>
            <TableCell align="right" sx={{ width: 92 }}>
              {t('farm:plan.weight')}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {tasks.map((task) => (
            <TableRow key={task.taskId}>
              <TableCell>
                <TaskName task={task} />
              </TableCell>
              <TableCell>
                <TaskState task={task} />
              </TableCell>
              <TableCell>
                <PlannedText task={task} />
              </TableCell>
              <TableCell>
                <DoneText task={task} />
              </TableCell>
              <TableCell>
                <MaterialsText task={task} />
              </TableCell>
              <TableCell align="right">{task.weight}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** On a narrow screen each task stands below the other, with what its columns are called. */
function Cards({ tasks }: { tasks: readonly PlannedTask[] }) {
  const { t } = useTranslation()
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {tasks.map((task) => (
        <Stack key={task.taskId} component="li" sx={{ px: 2, py: 1.5, gap: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'flex-start' }}>
            <TaskName task={task} />
            <TaskState task={task} />
          </Stack>
          <Line name={t('farm:plan.planned')}>
            <PlannedText task={task} />
          </Line>
          <Line name={t('farm:plan.done')}>
            <DoneText task={task} />
          </Line>
          {task.materials.length > 0 && <MaterialsText task={task} />}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('farm:plan.weightOf', { weight: task.weight })}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, textAlign: 'right' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      {children}
    </Stack>
  )
}
