import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { AnyResource } from '#contract/core/resource'
import { areaCalls } from '#contract/farm/area'
import { call, isFailure } from '../api/call.ts'
import { useCall } from '../api/useCall.ts'
import { downloadFile } from '../files/downloadFile.ts'
import { useSession } from '../session/session.ts'
import { usePermission } from '../session/usePermission.ts'
import { AddButton } from '../ui/AddButton.tsx'
import { useConfirm } from '../ui/Confirm.tsx'
import { ActButtons } from '../ui/ActButtons.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { Page } from '../ui/Page.tsx'
import { reasonOf } from '../ui/tipFor.ts'
import { toast } from '../ui/toast.ts'
import type { RowAction } from '../ui/ListTable.tsx'
import type { Arrangement } from './arrangement.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { type WorkedBase, withinBase } from './InBase.tsx'
import { RecordByline } from './RecordByline.tsx'
import { RecordDetail } from './RecordDetail.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { RecordForm } from './RecordForm.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { type Row, titleOf, useRecords } from './useRecords.ts'
import { useShown } from './useShown.ts'
import { WaitingRecords } from './WaitingRecords.tsx'
import { useWords } from './useWords.ts'

const NOTHING = {}

/**
 * The list of a resource with its filters in the address, its record, form, deletion, and spreadsheets, as far as one may. `arrangement`
 * must keep its identity.
 */
export function RecordsPage({ of, area, arrangement }: { of: AnyResource; area: WorkedBase | null; arrangement: Arrangement }) {
  const { columns, filters, cells = NOTHING, beside: Beside, views: Views, pages, everyBase = false, some, open } = arrangement
  const { t } = useTranslation()
  const go = useNavigate()
  const baseField = everyBase ? of.areaField : null
  const names = useMemo(() => ['search', ...(baseField ? [baseField] : []), ...filters], [baseField, filters])
  const words = useWords(of)
  const { title, lead } = some ? { title: t(some.title), lead: t(some.lead) } : words
  const confirm = useConfirm()
  const { tenantId } = useSession()
  const mayCreate = usePermission(of.codes.create) === true
  const mayEdit = usePermission(of.codes.edit) === true
  const mayDelete = usePermission(of.codes.delete) === true
  const mayExport = usePermission(of.codes.export) === true
  const within = withinBase(of, area)
  const bases = useCall(areaCalls.page, { query: { page: 1, size: 0 } }, { enabled: baseField !== null }).data?.content
  const { state, change, narrowing, data, error, busy, reread } = useRecords(of, names, {
    ...(everyBase ? NOTHING : within),
    ...some?.always,
  })
  const [importing, setImporting] = useState(false)

  const { opened, edited, show } = useShown()
  const idOf = (row: Row) => row[of.idName] as number

  const ask = (row: Row, options: { quiet?: boolean } = {}) => {
    const identity = { [of.idName]: idOf(row), objectVersionNumber: row.objectVersionNumber }
    return call(of.calls.remove, of.shape === 'body' ? { body: identity } : { params: { id: idOf(row) }, query: identity }, options)
  }
  const remove = async (row: Row) => {
    const asked = { title: t('crud:deleteOne', { title: titleOf(of, row) }), text: t('crud:deleteText'), confirm: t('crud:delete') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const answer = await ask(row)
    reread()
    if (isFailure(answer)) return
    toast('success', t('crud:deleted'))
    show('open', null)
  }
  const download = (query: Readonly<Record<string, unknown>>) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return downloadFile({ fileUrl: `${of.calls.export.path.replace('{t}', String(tenantId))}?${asked}`, fileName: `${title}.xlsx` })
  }
  const done = () => {
    show('edit', null)
    setImporting(false)
    reread()
  }

  const filterItems = useMemo(() => {
    const search = { name: 'search', label: of.searchable.map(words.label).join(' / ') }
    const base = baseField && {
      name: baseField,
      label: words.label(baseField),
      options: (bases ?? []).map(({ areaId, areaName }) => ({ value: String(areaId), label: areaName })),
    }
    return [search, ...(base ? [base] : []), ...filters.map((name) => ({ name, label: words.label(name), options: words.narrowing(name) }))]
  }, [of, filters, words, baseField, bases])
  const edit = (row: Row) => (pages ? void go(pages.edit(row as never)) : show('edit', idOf(row)))
  const isOpen = (name: 'edit' | 'delete') => (row: Row) => open?.[name]?.(row as never) ?? true
  const actions: RowAction<Row>[] = [
    { name: 'edit', may: mayEdit, shown: isOpen('edit'), label: t('crud:edit'), icon: <EditIcon />, run: edit },
    {
      name: 'delete',
      may: mayDelete,
      shown: isOpen('delete'),
      label: t('crud:delete'),
      icon: <DeleteIcon />,
      color: 'error',
      run: (row) => void remove(row),
      many: {
        question: (count) => t('crud:bulk.deleteMany', { count }),
        text: t('crud:deleteText'),
        titleOf: (row) => titleOf(of, row),
        async run(row) {
          const answer = await ask(row, { quiet: true })
          return isFailure(answer) ? reasonOf(answer) : null
        },
        done: (count) => t('crud:bulk.deleted', { count }),
        after: reread,
      },
    },
  ]
  const add = pages ? (
    pages.add.map(({ to, words: said }) => (
      <AddButton key={to} component={Link} to={to}>
        {t(said ?? 'crud:add')}
      </AddButton>
    ))
  ) : (
    <AddButton onClick={() => show('edit', 'new')}>{t('crud:add')}</AddButton>
  )
  return (
    <Page
      title={title}
      lead={area && !everyBase ? `${area.areaName} · ${lead}` : lead}
      actions={
        <>
          {Views && <Views />}
          {mayExport && (
            <Button startIcon={<DownloadIcon />} onClick={() => void download(narrowing)}>
              {t('crud:export')}
            </Button>
          )}
          {mayCreate && (
            <Button startIcon={<UploadIcon />} onClick={() => setImporting(true)}>
              {t('crud:import')}
            </Button>
          )}
          {mayCreate && add}
        </>
      }
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filterItems} values={state.filters} onChange={(given) => change({ filters: given })} />
        {of.offline === true && <WaitingRecords of={of.name} />}
        {error ? (
          <ErrorState error={error} onRetry={reread} />
        ) : (
          <ResourceTable
            of={of}
            columns={columns}
            cells={cells}
            rows={data?.content}
            total={data?.totalElements ?? 0}
            actions={actions}
            state={state}
            onState={change}
            onOpen={(row) => show('open', idOf(row))}
            busy={busy}
            empty={mayCreate && [t('crud:emptyOne', { one: words.one }), <span key="add">{add}</span>]}
          />
        )}
      </Stack>
      {opened > 0 && (
        <RecordDetail of={of} id={opened} onClose={() => show('open', null)}>
          {(record) => (
            <>
              <RecordFacts of={of} record={record} cells={cells} names={columns} />
              <Stack direction="row" sx={{ gap: 1 }}>
                <ActButtons acts={actions} of={record} />
              </Stack>
              {Beside && <Beside record={record as never} />}
              <RecordByline of={record.byline} />
            </>
          )}
        </RecordDetail>
      )}
      {arrangement.form && edited !== undefined && (edited === 'new' ? mayCreate : mayEdit) && (
        <RecordForm
          key={edited}
          of={of}
          id={edited === 'new' ? null : Number(edited)}
          initial={within}
          layout={arrangement.form}
          inputs={arrangement.inputs}
          wide={arrangement.wide}
          onClose={() => show('edit', null)}
          onSaved={done}
        />
      )}
      {importing && (
        <ImportDialog
          of={of}
          areaId={everyBase ? undefined : area?.areaId}
          onTemplate={() => void download({ template: 1 })}
          onClose={() => setImporting(false)}
          onImported={done}
        />
      )}
    </Page>
  )
}
