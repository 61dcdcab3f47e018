import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ReplayIcon from '@mui/icons-material/Replay'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNDELIVERED_EDIT, type Undelivered, undeliveredCalls } from '#contract/notices/undelivered'
import { call, isFailure } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { UndeliveredDetail } from './UndeliveredDetail.tsx'

const rowId = ({ undeliveredId }: Undelivered) => undeliveredId
const titleOf = ({ what }: Undelivered) => what

/** What nobody could be told of, newest first: to be tried again once the cause is put right, or dropped. */
export default function UndeliveredPage() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { reread } = useSettle([undeliveredCalls.page])
  const mayAct = usePermission(UNDELIVERED_EDIT) === true
  const list = useCallList(undeliveredCalls.page, {
    name: 'undelivered',
    label: t('notices:undelivered.title'),
    wide: true,
    failed: t('notices:undelivered.failed'),
    none: { title: t('notices:undelivered.empty'), text: t('notices:undelivered.emptyHint') },
  })
  const [opened, setOpened] = useState<Undelivered | null>(null)

  const ask = (what: 'retry' | 'remove', row: Undelivered, options: { quiet?: boolean } = {}) =>
    call(undeliveredCalls[what], { params: { id: row.undeliveredId } }, options)
  const settle = async (what: 'retry' | 'remove', row: Undelivered, word: string) => {
    const answer = await ask(what, row)
    reread()
    if (isFailure(answer)) return
    toast('success', word)
    setOpened(null)
  }
  const retry = (row: Undelivered) => settle('retry', row, t('notices:undelivered.retried'))
  const drop = async (row: Undelivered) => {
    const question = { title: t('notices:undelivered.dropOne', { what: row.what }), text: t('notices:undelivered.dropText') }
    if (!(await confirm({ ...question, confirm: t('notices:undelivered.drop'), color: 'error' }))) return
    await settle('remove', row, t('notices:undelivered.dropped'))
  }

  const columns = useMemo<Column<Undelivered>[]>(
    () => [
      {
        name: 'what',
        label: t('notices:undelivered.columns.what'),
        grow: true,
        width: 150,
        cell: (row) => <NameCell cut name={row.what} below={row.reason} />,
      },
      {
        name: 'to',
        label: t('notices:undelivered.columns.to'),
        width: 120,
        hidden: 'narrow',
        cell: ({ to }) => to ?? t('notices:undelivered.everybody'),
      },
      {
        name: 'reason',
        label: t('notices:undelivered.columns.reason'),
        grow: true,
        width: 200,
        hidden: 'narrow',
        cell: ({ reason }) => reason,
      },
      {
        name: 'severity',
        label: t('notices:undelivered.columns.severity'),
        width: 90,
        hidden: 'middling',
        cell: ({ severity }) => t(`notices:severity.${severity}`),
      },
      {
        name: 'attempts',
        label: t('notices:undelivered.columns.attempts'),
        width: 90,
        align: 'right',
        hidden: 'narrow',
        cell: ({ attempts }) => attempts,
      },
      {
        name: 'createdAt',
        label: t('notices:undelivered.columns.createdAt'),
        width: 170,
        hidden: 'narrow',
        cell: ({ createdAt }) => momentText(createdAt),
      },
      {
        name: 'givenUpAt',
        label: t('notices:undelivered.columns.givenUpAt'),
        width: 170,
        hidden: 'middling',
        cell: ({ givenUpAt }) => momentText(givenUpAt),
      },
    ],
    [t],
  )
  const run = (what: 'retry' | 'remove') => async (row: Undelivered) => {
    const answer = await ask(what, row, { quiet: true })
    return isFailure(answer) ? reasonOf(answer) : null
  }
  const actions: RowAction<Undelivered>[] = [
    {
      name: 'retry',
      label: t('notices:undelivered.retry'),
      icon: <ReplayIcon />,
      may: mayAct,
      run: (row) => void retry(row),
      many: {
        question: (count) => t('notices:undelivered.retryMany', { count }),
        titleOf,
        run: run('retry'),
        done: (count) => t('notices:undelivered.retriedMany', { count }),
        after: reread,
      },
    },
    {
      name: 'drop',
      label: t('notices:undelivered.drop'),
      icon: <DeleteIcon />,
      color: 'error',
      may: mayAct,
      run: (row) => void drop(row),
      many: {
        question: (count) => t('notices:undelivered.dropMany', { count }),
        text: t('notices:undelivered.dropText'),
        titleOf,
        run: run('remove'),
        done: (count) => t('notices:undelivered.droppedMany', { count }),
        after: reread,
      },
    },
  ]

  return (
    <Page
      title={t('notices:undelivered.title')}
      lead={t('notices:undelivered.lead')}
      actions={<ReloadButton label={t('notices:undelivered.reload')} onReload={() => list.query.refetch()} />}
    >
      <CallList {...list} rowId={rowId} columns={columns} actions={actions} onOpen={setOpened} />
      <UndeliveredDetail
        of={opened}
        onClose={() => setOpened(null)}
        {...(mayAct ? { onRetry: (row) => void retry(row), onDrop: (row) => void drop(row) } : {})}
      />
    </Page>
  )
}
