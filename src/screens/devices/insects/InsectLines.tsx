import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { type InsectLine, insectStatisticsCalls } from '#contract/devices/insects/insectStatistics'
import { drawPath } from '#contract/devices/pages'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'

const SIZES = [10, 20, 50] as const

/** Each finding at a lamp, of its pictures and of what people noted, the newest first; what was noted can be changed and deleted. */
export function InsectLines({
  lampId,
  range,
  mayEdit,
  onEdit,
}: {
  lampId: number
  range: { startTime: string; endTime: string }
  mayEdit: boolean
  onEdit: (line: InsectLine) => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: SIZES[0] })
  const [kind, setKind] = useState<number | ''>('')
  const kinds = useCall(insectStatisticsCalls.typeList, { query: { ...range, concentratorId: lampId } })
  const query = useCall(
    insectStatisticsCalls.list,
    { query: { ...paging, ...range, concentratorId: lampId, ...(kind === '' ? {} : { insectTypeId: kind }) } },
    { placeholderData: keepPreviousData },
  )
  const remove = useCallMutation(insectStatisticsCalls.remove, { onSuccess: () => toast('success', t('devices:insect.note.deleted')) })
  const askRemove = async (line: InsectLine) => {
    const yes = await confirm({
      title: t('devices:insect.note.deleteTitle'),
      text: t('devices:insect.note.deleteText', { name: line.name, count: line.insectQuantity }),
      confirm: t('devices:gateway.delete'),
      color: 'error',
    })
    if (yes) remove.mutate({ params: { id: line.id! } })
  }
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList rows={4} height={32} />
  return (
    <Stack spacing={1}>
      <TextField
        select
        size="small"
        label={t('devices:insect.head.type')}
        value={kind}
        onChange={({ target }) => {
          setKind(target.value === '' ? '' : Number(target.value))
          setPaging({ ...paging, page: 1 })
        }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ maxWidth: 240 }}
      >
        <MenuItem value="">{t('devices:insect.numbers.everyKind')}</MenuItem>
        {(kinds.data ?? []).map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {query.data.totalElements === 0 ? (
        <EmptyState variant="noData" compact title={t('devices:insect.trend.empty')} />
      ) : (
        <>
          <TableContainer component="section" aria-label={t('devices:insect.numbers.lines')} tabIndex={0}>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>{t('devices:insect.note.time')}</TableCell>
                  {(['type', 'quantity', 'source', 'note'] as const).map((head) => (
                    <TableCell key={head} align={head === 'quantity' ? 'right' : 'left'}>
                      {t(`devices:insect.head.${head}`)}
                    </TableCell>
                  ))}
                  {mayEdit && <TableCell>{t('devices:insect.note.acts')}</TableCell>}
                </TableRow>
              </TableHead>
              <TableBody>
                {query.data.content.map((line) => (
                  <TableRow key={line.key}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(line.observedAt).slice(0, 16)}</TableCell>
                    <TableCell>{line.name}</TableCell>
                    <TableCell align="right">{line.insectQuantity}</TableCell>
                    <TableCell>
                      {line.pictureId === null ? (
                        t('devices:insect.source.person')
                      ) : (
                        <Link component={RouterLink} to={drawPath(line.pictureId)}>
                          {t('devices:insect.source.picture')}
                        </Link>
                      )}
                    </TableCell>
                    <TableCell>{line.note}</TableCell>
                    {mayEdit && (
                      <TableCell sx={{ whiteSpace: 'nowrap' }}>
                        {line.source === 'person' && (
                          <>
                            <IconButton aria-label={t('devices:insect.note.edit')} onClick={() => onEdit(line)}>
                              <EditIcon fontSize="small" />
                            </IconButton>
                            <IconButton aria-label={t('devices:gateway.delete')} onClick={() => void askRemove(line)}>
                              <DeleteIcon fontSize="small" />
                            </IconButton>
                          </>
                        )}
                      </TableCell>
                    )}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
          <Pager total={query.data.totalElements} paging={paging} sizes={SIZES} onPaging={setPaging} />
        </>
      )}
    </Stack>
  )
}
