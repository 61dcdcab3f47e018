import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import type { AnyResource } from '#contract/core/resource'
import { call, isFailure } from '../api/call.ts'
import { downloadFile } from '../files/downloadFile.ts'
import { Permitted } from '../session/Permitted.tsx'
import { useSession } from '../session/session.ts'
import { useArea } from '../session/useArea.ts'
import { usePermission } from '../session/usePermission.ts'
import { useConfirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { SkeletonPage } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import type { Input } from './fieldKinds.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { type Cell, RecordCell } from './RecordCell.tsx'
import { RecordDetail } from './RecordDetail.tsx'
import { RecordForm } from './RecordForm.tsx'
import { type Column, ResourceTable, type RowAction } from './ResourceTable.tsx'
import { type Row, useRecords } from './useRecords.ts'
import { useWords } from './useWords.ts'

type Names<R extends AnyResource> = keyof R['fields'] & string
type Shown<R extends AnyResource> = keyof z.output<R['record']> & string

/** How a resource stands on the screen. What a screen needs beyond these five it builds from the parts below. */
export interface Arrangement<R extends AnyResource> {
  readonly columns: readonly Shown<R>[]
  /** Narrowing choices beside the search. */
  readonly filters: readonly Names<R>[]
  /** Rows of fields, side by side on a desk. */
  readonly form: readonly (readonly Names<R>[])[]
  readonly cells?: Readonly<Partial<Record<Shown<R>, Cell>>>
  readonly inputs?: Readonly<Partial<Record<Names<R>, Input>>>
}

/** A wide list shows every column; a phone its first. */
const ALWAYS_SHOWN = 3
const WIDTHS: Readonly<Partial<Record<string, number>>> = { flag: 100, number: 120, choice: 120, image: 90, images: 120, color: 120 }

/** A resource as a screen: its list with filters in the address, its record, form, deletion, and spreadsheets, as far as one may. */
export function crudScreen<R extends AnyResource>(resource: R, arrangement: Arrangement<R>) {
  const of: AnyResource = resource
  const { columns, filters, form, cells = {}, inputs = {} } = arrangement as unknown as Arrangement<AnyResource>
  const names = ['search', ...filters]

  return function ResourceScreen() {
    const { t } = useTranslation()
    const words = useWords(of)
    const { area, status, retry } = useArea()
    const inBase = of.areaField !== null
    if (inBase && status === 'failed') return <Page title={words.title}>{<ErrorState onRetry={retry} />}</Page>
    if (inBase && status === 'none') return <Page title={words.title}>{<EmptyState variant="noData" title={t('crud:noBase')} />}</Page>
    if (inBase && !area) return <SkeletonPage />
    return <ResourceList area={inBase ? area : null} />
  }

  function ResourceList({ area }: { area: { readonly areaId: number; readonly areaName: string } | null }) {
    const { t } = useTranslation()
    const words = useWords(of)
    const { self, tenantId } = useSession()
    const confirm = useConfirm()
    const [address, setAddress] = useSearchParams()
    const [editing, setForm] = useState<{ id: number | null } | null>(null)
    const [importing, setImporting] = useState(false)
    const within = area && of.areaField ? { [of.areaField]: area.areaId } : {}
    const { state, change, narrowing, data, error, busy, reread } = useRecords(of, names, within)
    const mayCreate = usePermission(of.codes.create) === true
    const mayEdit = usePermission(of.codes.edit) === true
    const mayDelete = usePermission(of.codes.delete) === true
    const idOf = (row: Row) => row[of.idName] as number
    const opened = /^\d{1,15}$/.test(address.get('open') ?? '') ? Number(address.get('open')) : null
    const open = (id: number | null) =>
      setAddress((now) => {
        const next = new URLSearchParams(now)
        if (id === null) next.delete('open')
        else next.set('open', String(id))
        return next
      })

    const remove = async (row: Row) => {
      const yes = await confirm({
        title: t('crud:deleteOne', { title: String(row[of.title] as string) }),
        text: t('crud:deleteText'),
        confirm: t('crud:delete'),
        color: 'error',
      })
      if (!yes) return
      const identity = { [of.idName]: idOf(row), objectVersionNumber: row.objectVersionNumber }
      const answer = await call(of.calls.remove, of.shape === 'body' ? { body: identity } : { params: { id: idOf(row) }, query: identity })
      if (!isFailure(answer)) {
        toast('success', t('crud:deleted'))
        open(null)
      }
      reread()
    }
    const download = (query: Readonly<Record<string, unknown>>) => {
      const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      return downloadFile({ fileUrl: `${of.calls.export.path.replace('{t}', String(tenantId))}?${asked}`, fileName: `${words.title}.xlsx` })
    }

    const filterItems = useMemo(
      () => [
        { name: 'search', label: of.searchable.map(words.label).join(' / ') },
        ...filters.map((name) => {
          const options = words.options(name) as readonly { value: string; label: string }[]
          return { name, label: words.label(name), ...(options.length > 0 ? { options } : {}) }
        }),
      ],
      [words],
    )
    const tableColumns = useMemo<Column<Row>[]>(
      () =>
        columns.map((name, at) => ({
          name,
          label: words.label(name),
          cell: (row) => <RecordCell of={of} name={name} record={row} words={words} cells={cells} />,
          sortable: of.sortable.includes(name),
          width: at === 0 ? 150 : (WIDTHS[of.fields[name]?.kind ?? ''] ?? 150),
          grow: at === 0,
          ...(at === 0
            ? {}
            : at < ALWAYS_SHOWN
              ? { hidden: 'narrow' as const }
              : at > 5
                ? { hidden: 'middling' as const }
                : { hidden: 'narrow' as const }),
        })),
      [words],
    )
    const actions: RowAction<Row>[] = [
      ...(mayEdit ? [{ name: 'edit', label: t('crud:edit'), icon: <EditIcon />, run: (row: Row) => setForm({ id: idOf(row) }) }] : []),
      ...(mayDelete ? [{ name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, run: (row: Row) => void remove(row) }] : []),
    ]
    const add = (
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setForm({ id: null })}>
        {t('crud:add')}
      </Button>
    )
    return (
      <Page
        title={words.title}
        lead={area ? `${area.areaName} · ${words.lead}` : words.lead}
        actions={
          <>
            <Permitted code={of.codes.export}>
              <Button startIcon={<DownloadIcon />} onClick={() => void download(narrowing)}>
                {t('crud:export')}
              </Button>
            </Permitted>
            <Permitted code={of.codes.create}>
              <Button startIcon={<UploadIcon />} onClick={() => setImporting(true)}>
                {t('crud:import')}
              </Button>
              {add}
            </Permitted>
          </>
        }
      >
        <Stack spacing={2} sx={{ height: '100%' }}>
          <FilterBar filters={filterItems} values={state.filters} onChange={(given) => change({ filters: given })} />
          {error ? (
            <ErrorState error={error} onRetry={reread} />
          ) : (
            <ResourceTable
              name={of.name}
              label={words.title}
              userId={self?.id ?? 0}
              rows={data?.content}
              total={data?.totalElements ?? 0}
              rowId={idOf}
              columns={tableColumns}
              actions={actions}
              state={state}
              onState={change}
              onOpen={(row) => open(idOf(row))}
              busy={busy}
              empty={
                mayCreate ? (
                  <>
                    {t('crud:emptyOne', { one: words.one })}
                    {add}
                  </>
                ) : undefined
              }
            />
          )}
        </Stack>
        {opened !== null && (
          <RecordDetail
            of={of}
            id={opened}
            cells={cells}
            onClose={() => open(null)}
            actions={(record) => (
              <>
                {mayEdit && (
                  <Button variant="contained" startIcon={<EditIcon />} onClick={() => setForm({ id: idOf(record) })}>
                    {t('crud:edit')}
                  </Button>
                )}
                {mayDelete && (
                  <Button color="error" startIcon={<DeleteIcon />} onClick={() => void remove(record)}>
                    {t('crud:delete')}
                  </Button>
                )}
              </>
            )}
          />
        )}
        {editing && (
          <RecordForm
            key={editing.id ?? 'new'}
            of={of}
            id={editing.id}
            initial={within}
            layout={form}
            inputs={inputs}
            onClose={() => setForm(null)}
            onSaved={() => {
              setForm(null)
              reread()
            }}
          />
        )}
        {importing && (
          <ImportDialog
            of={of}
            areaId={area?.areaId}
            onTemplate={() => void download({ template: 1 })}
            onClose={() => setImporting(false)}
            onImported={() => {
              setImporting(false)
              reread()
            }}
          />
        )}
      </Page>
    )
  }
}
