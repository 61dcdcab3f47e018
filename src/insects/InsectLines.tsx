import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { type InsectLine, insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { drawPath } from '#contract/insects/pages'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
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
  const [kind, setKind] = useState<number | ''>('')
  const kinds = useCall(insectStatisticsCalls.typeList, { query: { ...range, concentratorId: lampId } })
  const { query, paging, turn, pager } = usePagedCall(
    insectStatisticsCalls.list,
    { query: { ...range, concentratorId: lampId, ...(kind === '' ? {} : { insectTypeId: kind }) } },
    SIZES,
  )
  const remove = useCallMutation(insectStatisticsCalls.remove, { onSuccess: () => toast('success', t('insects:note.deleted')) })
  const askRemove = async (line: InsectLine) => {
    const yes = await confirm({
      title: t('insects:note.deleteTitle'),
      text: t('insects:note.deleteText', { name: line.name, count: line.insectQuantity }),
      confirm: t('devices:gateway.delete'),
      color: 'error',
    })
    if (yes) remove.mutate({ params: { id: line.id! } })
  }
  if (!query.data) return <ListGate compact query={query} rows={4} height={32} />
  return (
    <Stack spacing={1}>
      <SelectField
        size="small"
        label={t('insects:head.type')}
        value={kind}
        words={(kinds.data ?? []).map(({ id, name }) => [id, name])}
        none={t('insects:numbers.everyKind')}
        onChange={(id) => {
          setKind(id ?? '')
          turn({ ...paging, page: 1 })
        }}
        sx={{ maxWidth: 240 }}
      />
      {query.data.totalElements === 0 ? (
        <EmptyState variant="noData" compact title={t('insects:trend.empty')} />
      ) : (
        <>
          <SmallTable
            label={t('insects:numbers.lines')}
            heads={[
              t('insects:note.time'),
              ...(['type', 'quantity', 'source', 'note'] as const).map((head) => ({
                words: t(`insects:head.${head}`),
                right: head === 'quantity',
              })),
              ...(mayEdit ? [t('insects:note.acts')] : []),
            ]}
          >
            {query.data.content.map((line) => (
              <TableRow key={line.key}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(line.observedAt).slice(0, 16)}</TableCell>
                <TableCell>{line.name}</TableCell>
                <TableCell align="right">{line.insectQuantity}</TableCell>
                <TableCell>
                  {line.pictureId === null ? (
                    t('insects:source.person')
                  ) : (
                    <Link component={RouterLink} to={drawPath(line.pictureId)}>
                      {t('insects:source.picture')}
                    </Link>
                  )}
                </TableCell>
                <TableCell>{line.note}</TableCell>
                {mayEdit && (
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    {line.source === 'person' && (
                      <>
                        <IconButton aria-label={t('insects:note.edit')} onClick={() => onEdit(line)}>
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
          </SmallTable>
          {pager}
        </>
      )}
    </Stack>
  )
}
