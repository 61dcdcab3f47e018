import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIT_KINDS } from '#contract/core/trail'
import { AUDIT_EXPORT, AUDIT_VERBS, type AuditEntry, auditCalls } from '#contract/organization/audit'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import type { Column } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import { AuditDetail } from './AuditDetail.tsx'

const FILTERS = ['search', 'userId', 'kind', 'verb', 'from', 'to'] as const
const rowId = ({ auditId }: AuditEntry) => auditId

/** In the hand, when and by whom stands below what was done. */
function DoneCell({ of }: { of: AuditEntry }) {
  const { t } = useTranslation()
  return (
    <NameCell
      cut
      name={t(`organization:audit.said.${of.verb}`, { kind: t(`organization:audit.kind.${of.kind}`) })}
      below={`${of.userName ?? t('organization:audit.server')} · ${momentText(of.at)}`}
    />
  )
}

/** What the list is narrowed by. */
function useFilterItems(userId: string | undefined) {
  const { t } = useTranslation()
  const people = useCall(auditCalls.people, {})
  return useMemo(() => {
    const known = (people.data ?? []).map((one) => ({ value: String(one.userId), label: one.realName }))
    const choices: Partial<Record<(typeof FILTERS)[number], { value: string; label: string }[]>> = {
      userId: [
        ...known,
        // Chosen by the address: who is not read yet, or belongs to no tenant of the reader.
        ...(userId === undefined || known.some(({ value }) => value === userId)
          ? []
          : [{ value: userId, label: t('organization:audit.unknown', { id: userId }) }]),
      ],
      kind: AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`organization:audit.kind.${kind}`) })),
      verb: AUDIT_VERBS.map((verb) => ({ value: verb, label: t(`organization:audit.verb.${verb}`) })),
    }
    return FILTERS.map((name) => ({
      name,
      label: t(`organization:audit.filter.${name}`),
      ...(choices[name] ? { options: choices[name] } : {}),
      ...(name === 'from' || name === 'to' ? { day: true } : {}),
    }))
  }, [people.data, userId, t])
}

/** Who changed what, when and from where, newest first. */
export default function AuditPage() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const mayExport = usePermission(AUDIT_EXPORT) === true
  const list = useCallList(auditCalls.page, {
    name: 'audit',
    label: t('organization:audit.title'),
    wide: true,
    filters: FILTERS,
    failed: t('organization:audit.failed'),
    none: { title: t('organization:audit.empty'), text: t('organization:audit.emptyHint') },
  })
  const { filters } = list.state
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const filterItems = useFilterItems(filters['userId'])
  const download = () =>
    downloadFile({
      fileUrl: `${auditCalls.export.path.replace('{t}', String(tenantId))}?${new URLSearchParams(filters)}`,
      fileName: `${t('organization:audit.title')}.xlsx`,
    })

  const columns = useMemo<Column<AuditEntry>[]>(() => {
    const label = (name: 'at') => t(`organization:audit.columns.${name}`)
    return [
      { name: 'verb', label: label('verb' as 'at'), width: 220, cell: (row) => <DoneCell of={row} /> },
      { name: 'title', label: label('title' as 'at'), grow: true, width: 140, cell: ({ title }) => title },
      {
        name: 'changes',
        label: label('changes' as 'at'),
        grow: true,
        width: 160,
        hidden: 'narrow',
        cell: ({ changes }) => changes.map((one) => one.label).join(t('organization:audit.and')),
      },
      {
        name: 'userName',
        label: label('userName' as 'at'),
        width: 120,
        hidden: 'narrow',
        cell: ({ userName }) => userName ?? t('organization:audit.server'),
      },
      { name: 'address', label: label('address' as 'at'), width: 140, hidden: 'middling', cell: ({ address }) => address },
      { name: 'at', label: label('at'), width: 170, hidden: 'narrow', cell: ({ at }) => momentText(at) },
    ]
  }, [t])

  return (
    <Page
      title={t('organization:audit.title')}
      lead={t('organization:audit.lead')}
      actions={
        <>
          {mayExport && (
            <Button startIcon={<DownloadIcon />} onClick={() => void download()}>
              {t('crud:export')}
            </Button>
          )}
          <ReloadButton label={t('organization:audit.reload')} onReload={() => list.query.refetch()} />
        </>
      }
    >
      <CallList {...list} filters={filterItems} rowId={rowId} columns={columns} onOpen={setOpened} />
      <AuditDetail of={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}
