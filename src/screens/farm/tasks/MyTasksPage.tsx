import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Task, taskCalls } from '#contract/farm/task'
import { useCall } from '#src/api/useCall.ts'
import { PAGE_SIZES } from '#src/ui/listAddress.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText, shortMomentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { Pager, type Paging } from '#src/ui/Pager.tsx'
import { useSearch } from '#src/ui/useSearch.ts'
import { TaskPanel } from './TaskPanel.tsx'
import { useWithWaiting } from './fieldTask.ts'
import { useFieldPack } from './useFieldPack.ts'
import { useAddress } from './useAddress.ts'

const SIZE = 20

/** The tasks of whoever looks: what is to be done first, and what was. */
export default function MyTasksPage() {
  const { t } = useTranslation()
  const { address, set } = useAddress()
  const withWaiting = useWithWaiting()
  const isAll = address.get('show') === 'all'
  const [typed, setTyped] = useState('')
  const [{ page, size }, turn] = useState<Paging>({ page: 1, size: SIZE })
  const search = useSearch(typed)
  const asked = { page, size, ...(isAll ? {} : { open: 1 }), ...(search === '' ? {} : { search }) }
  const mine = useCall(taskCalls.mine, { query: asked }, { placeholderData: keepPreviousData })
  const pack = useFieldPack(mine.data?.content)
  return (
    <Page title={t('farm:task.mine.title')} lead={t('farm:task.mine.lead')}>
      <Stack sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={isAll ? 'all' : 'open'}
            onChange={(_, value: string | null) => {
              if (value === null) return
              turn({ page: 1, size })
              set('show', value === 'all' ? value : null, true)
            }}
          >
            <ToggleButton value="open">{t('farm:task.mine.open')}</ToggleButton>
            <ToggleButton value="all">{t('farm:task.mine.all')}</ToggleButton>
          </ToggleButtonGroup>
          <TextField
            size="small"
            label={t('farm:task.mine.search')}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              turn({ page: 1, size })
            }}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        </Stack>
        <ListGate title={t('farm:task.mine.failed')} query={mine} rows={5} height={88}>
          {({ content }) =>
            content.length === 0 ? (
              <EmptyState
                variant="noData"
                title={t(isAll || search !== '' ? 'farm:task.mine.none' : 'farm:task.mine.noneOpen')}
                text={t('farm:task.mine.noneText')}
              />
            ) : (
              <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
                {content.map(withWaiting).map((one) => (
                  <li key={one.taskId}>
                    <TaskCard task={one} onOpen={() => set('open', String(one.taskId), false)} />
                  </li>
                ))}
              </Stack>
            )
          }
        </ListGate>
        {pack.at !== null && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('field:taken', { at: shortMomentText(pack.at, pack.at) })}
          </Typography>
        )}
        {mine.data && mine.data.totalElements > PAGE_SIZES[0] && (
          <Pager total={mine.data.totalElements} paging={{ page, size }} sizes={PAGE_SIZES} onPaging={turn} />
        )}
      </Stack>
      <TaskPanel />
    </Page>
  )
}

function TaskCard({ task: one, onOpen }: { task: Task & { readonly waits: number }; onOpen: () => void }) {
  const { t } = useTranslation()
  const { labels = {} } = one
  const where = [labels['areaId'], labels['landId'], labels['batchId']].filter((name) => name !== undefined).join(' · ')
  return (
    <Card variant="outlined">
      <CardActionArea onClick={onOpen} sx={{ p: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, alignItems: 'flex-start' }}>
          <Stack sx={{ minWidth: 0, gap: 0.5 }}>
            <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
              {one.taskName}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {where}
            </Typography>
            <Typography variant="body2" sx={{ color: one.lateness === 'overdue' ? 'error.main' : 'text.secondary' }}>
              {t('farm:task.due', { at: momentText(one.dueAt).slice(0, 16) })}
              {one.lateness !== 'inTime' && ` · ${t(`farm:task.choices.lateness.${one.lateness}`)}`}
            </Typography>
          </Stack>
          <Stack sx={{ gap: 0.5, alignItems: 'flex-end' }}>
            <Chip size="small" label={t(`farm:task.choices.taskState.${one.taskState}`)} />
            {one.waits > 0 && <Chip size="small" variant="outlined" color="warning" label={t('field:pending')} />}
            {(one.priority === 'urgent' || one.priority === 'high') && (
              <Chip
                size="small"
                color={one.priority === 'urgent' ? 'error' : 'warning'}
                label={t(`farm:task.choices.priority.${one.priority}`)}
              />
            )}
          </Stack>
        </Stack>
      </CardActionArea>
    </Card>
  )
}
