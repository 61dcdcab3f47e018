import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListedNotice, type ManagedNotice, managedNoticeCalls } from '#contract/notices/managedNotice'
import { NOTICE_CREATE, NOTICE_STATUSES } from '#contract/notices/notice'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { NoticeForm } from './NoticeForm.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { NoticeReaders } from './NoticeReaders.tsx'
import { useNoticeActs } from './useNoticeActs.tsx'
import { useNoticeColumns } from './useNoticeColumns.tsx'

const rowId = ({ noticeId }: ListedNotice) => noticeId
type Opened = { readonly what: 'edit' | 'preview' | 'readers'; readonly id: number | null }

/** Every announcement of the enterprise: written, published, withdrawn, and who has read it. */
export default function NoticeManagePage() {
  const { t } = useTranslation()
  const mayCreate = usePermission(NOTICE_CREATE) === true
  const list = useCallList(managedNoticeCalls.page, {
    name: 'managedNotice',
    label: t('notices:manage.title'),
    wide: true,
    filters: [
      { name: 'search', label: t('notices:manage.fields.search') },
      {
        name: 'statusCode',
        label: t('notices:manage.fields.status'),
        options: NOTICE_STATUSES.map((value) => ({ value, label: t(`notices:manage.status.${value}`) })),
      },
    ],
    failed: t('notices:manage.failed'),
    none: { title: t('notices:manage.empty'), text: t('notices:manage.emptyHint') },
  })
  const [opened, setOpened] = useState<Opened | null>(null)
  // A form that was set back begins anew.
  const [round, setRound] = useState(0)
  const close = () => setOpened(null)
  const reread = () => void list.query.refetch()
  const columns = useNoticeColumns((row) => setOpened({ what: 'readers', id: row.noticeId }))
  const actions = useNoticeActs({ onOpen: (what, { noticeId }) => setOpened({ what, id: noticeId }), onDone: reread })
  const add = <AddButton onClick={() => setOpened({ what: 'edit', id: null })}>{t('notices:manage.add')}</AddButton>
  return (
    <Page title={t('notices:manage.title')} lead={t('notices:manage.lead')} {...(mayCreate ? { actions: add } : {})}>
      <CallList
        {...list}
        rowId={rowId}
        columns={columns}
        actions={actions}
        onOpen={({ noticeId }) => setOpened({ what: 'preview', id: noticeId })}
      />
      {opened?.what === 'edit' && opened.id === null && (
        <NoticeForm
          of={null}
          onClose={close}
          onReload={close}
          onSaved={() => {
            close()
            reread()
          }}
        />
      )}
      {opened?.id != null && (
        <OneNotice key={`${opened.what} ${opened.id}`} id={opened.id} onClose={close} newest={opened.what === 'edit'}>
          {(of, renew) => {
            if (opened.what === 'preview') return <NoticePreview of={of} onClose={close} />
            if (opened.what === 'readers') return <NoticeReaders of={of} onClose={close} />
            return (
              <NoticeForm
                key={round}
                of={of}
                onClose={close}
                onReload={() => void renew().then(() => setRound(round + 1))}
                onSaved={() => {
                  close()
                  reread()
                }}
              />
            )
          }}
        </OneNotice>
      )}
    </Page>
  )
}

/** One announcement, whole; with `newest` nothing is shown before the server has said how it stands now. */
function OneNotice({
  id,
  newest,
  onClose,
  children,
}: {
  id: number
  newest: boolean
  onClose: () => void
  children: (of: ManagedNotice, renew: () => Promise<unknown>) => React.ReactNode
}) {
  const { t } = useTranslation()
  const one = useCall(managedNoticeCalls.get, { params: { id } }, { staleTime: 0, gcTime: 0 })
  if (one.isError && one.data === undefined)
    return <ErrorState title={t('notices:manage.failed')} error={one.error} onRetry={newest ? () => void one.refetch() : onClose} />
  return one.data === undefined ? null : children(one.data, () => one.refetch())
}
