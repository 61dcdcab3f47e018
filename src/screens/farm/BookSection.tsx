import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '#contract/core/call'
import { call, isFailure } from '#src/api/call.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import type { GatedQuery } from '#src/ui/QueryGate.tsx'
import { toast } from '#src/ui/toast.ts'
import { BookForm } from './BookForm.tsx'

/** Rows that are shown before somebody asks for all of them. */
const SHOWN = 8

type Form = Pick<ComponentProps<typeof BookForm>, 'of' | 'layout' | 'initial' | 'options'>

/**
 * A book of a batch or worker: its rows, what they come to, and a button that adds one. A row is written in a window, and deleted after a
 * question; then all is read again.
 */
export function BookSection<Row extends { readonly id: number; readonly objectVersionNumber: number }>({
  name,
  owner,
  read,
  calls,
  mayWrite,
  mayChange = () => true,
  onChanged,
  summary,
  row,
  called,
  form,
}: {
  /** Where its words stand. */
  name: 'batchCost' | 'harvest' | 'herd' | 'workerRate'
  /** Names whose book it is, as a row says it. */
  owner: object
  read: GatedQuery<{ readonly content: readonly Row[] }>
  calls: { readonly save: AnyCall; readonly remove: AnyCall }
  mayWrite: boolean
  /** Of a single row, where one may write. */
  mayChange?: (row: Row) => boolean
  onChanged: () => void
  summary?: ReactNode
  row: (row: Row) => ReactNode
  /** What tells a row from others, in the words that ask about it. */
  called: (row: Row) => { readonly day: string } | { readonly what: string }
  /** How a row is written; null a new one. */
  form: (row: Row | null) => Form
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const titleId = useId()
  const [all, setAll] = useState(false)
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const rows = read.data?.content ?? []
  const written = edited === 'new' ? null : edited

  const remove = async (one: Row) => {
    const asked = { title: t(`farm:${name}.removeTitle`, called(one)), text: t('crud:deleteText'), confirm: t('crud:delete') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const body = { id: one.id, objectVersionNumber: one.objectVersionNumber }
    if (!isFailure(await call(calls.remove, { body }))) toast('success', t(`farm:${name}.removed`))
    onChanged()
  }
  return (
    <>
      <Stack component="section" aria-labelledby={titleId} sx={{ gap: 1 }}>
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 40 }}>
          <Typography variant="h3" id={titleId}>
            {t(`farm:${name}.title`)}
          </Typography>
          {mayWrite && (
            <Button startIcon={<AddIcon />} onClick={() => setEdited('new')}>
              {t(`farm:${name}.add`)}
            </Button>
          )}
        </Stack>
        <ListGate compact query={read} rows={2} height={28}>
          {() => (
            <>
              {summary}
              {rows.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t(`farm:${name}.none`)}</Typography>}
              {(all ? rows : rows.slice(0, SHOWN)).map((one) => (
                <Stack key={one.id} direction="row" sx={{ alignItems: 'center', gap: 1, borderTop: 1, borderColor: 'divider' }}>
                  <Stack sx={{ flex: 1, minWidth: 0, py: 0.5 }}>{row(one)}</Stack>
                  {mayWrite && mayChange(one) && (
                    <>
                      <IconButton aria-label={t(`farm:${name}.editOne`, called(one))} onClick={() => setEdited(one)}>
                        <EditIcon fontSize="small" />
                      </IconButton>
                      <IconButton aria-label={t(`farm:${name}.removeOne`, called(one))} onClick={() => void remove(one)}>
                        <DeleteIcon fontSize="small" />
                      </IconButton>
                    </>
                  )}
                </Stack>
              ))}
              {!all && rows.length > SHOWN && (
                <Button size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => setAll(true)}>
                  {t('farm:book.all', { count: rows.length })}
                </Button>
              )}
            </>
          )}
        </ListGate>
      </Stack>
      {edited !== null && (
        <BookForm
          {...form(written)}
          row={written}
          title={t(written ? `farm:${name}.edit` : `farm:${name}.add`)}
          saved={t(`farm:${name}.saved`)}
          save={(values) => {
            const seen = { id: written?.id ?? null, objectVersionNumber: written?.objectVersionNumber ?? null }
            return call(calls.save, { body: { ...values, ...seen, ...owner } as never }, { quiet: true })
          }}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}
