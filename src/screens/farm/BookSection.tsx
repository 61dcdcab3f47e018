import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'

/** Rows that are shown before somebody asks for all of them. */
const SHOWN = 8

/** What the rows of a book are read by. */
interface Read<Row> {
  readonly isError: boolean
  readonly error: ComponentProps<typeof ErrorState>['error']
  readonly data: { readonly content: readonly Row[] } | undefined
  readonly refetch: () => unknown
}

/** A book of a batch: its rows with what is done to each, what they come to, and a button that adds one. */
export function BookSection<Row extends { readonly id: number }>(props: {
  title: string
  /** What adds a row is called; without it nobody may. */
  add?: string | undefined
  onAdd: () => void
  none: string
  read: Read<Row>
  summary?: ReactNode
  row: (row: Row) => ReactNode
  /** What may be done to a row, where it may. */
  edit?: ((row: Row) => { label: string; run: () => void } | null) | undefined
  remove?: ((row: Row) => { label: string; run: () => void } | null) | undefined
}) {
  const { title, add, onAdd, none, read, summary, row, edit, remove } = props
  const { t } = useTranslation()
  const titleId = useId()
  const [all, showAll] = useState(false)
  const rows = read.data?.content ?? []
  return (
    <Stack component="section" aria-labelledby={titleId} sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 40 }}>
        <Typography variant="h3" id={titleId}>
          {title}
        </Typography>
        {add !== undefined && (
          <Button startIcon={<AddIcon />} onClick={onAdd}>
            {add}
          </Button>
        )}
      </Stack>
      <ListGate compact query={read} rows={2} height={28}>
        {() => (
          <>
            {summary}
            {rows.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>}
            {(all ? rows : rows.slice(0, SHOWN)).map((one) => (
              <Stack key={one.id} direction="row" sx={{ alignItems: 'center', gap: 1, borderTop: 1, borderColor: 'divider' }}>
                <Stack sx={{ flex: 1, minWidth: 0, py: 0.5 }}>{row(one)}</Stack>
                <Act Icon={EditIcon} of={edit?.(one)} />
                <Act Icon={DeleteIcon} of={remove?.(one)} />
              </Stack>
            ))}
            {!all && rows.length > SHOWN && (
              <Button size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => showAll(true)}>
                {t('farm:book.all', { count: rows.length })}
              </Button>
            )}
          </>
        )}
      </ListGate>
    </Stack>
  )
}

function Act({ Icon, of }: { Icon: typeof EditIcon; of: { label: string; run: () => void } | null | undefined }) {
  if (!of) return null
  return (
    <IconButton aria-label={of.label} onClick={of.run}>
      <Icon fontSize="small" />
    </IconButton>
  )
}
