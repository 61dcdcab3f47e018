import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import GroupIcon from '@mui/icons-material/GroupOutlined'
import UndoIcon from '@mui/icons-material/Undo'
import { useTranslation } from 'react-i18next'
import type { ListedNotice } from '#contract/notices/managedNotice'
import { NOTICE_DELETE, NOTICE_EDIT, noticeCalls } from '#contract/notices/notice'
import { call, isFailure } from '#src/api/call.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { toast } from '#src/ui/toast.ts'

/** What is done with an announcement in its row, as far as one may and it makes sense. */
export function useNoticeActs(given: {
  onOpen: (what: 'edit' | 'readers', row: ListedNotice) => void
  onDone: () => void
}): RowAction<ListedNotice>[] {
  const { onOpen, onDone } = given
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayEdit = usePermission(NOTICE_EDIT) === true
  const mayDelete = usePermission(NOTICE_DELETE) === true
  const withdraw = async ({ noticeId, title, objectVersionNumber }: ListedNotice) => {
    const question = { title: t('notices:manage.withdrawAsk', { title }), text: t('notices:manage.withdrawText') }
    if (!(await confirm({ ...question, confirm: t('notices:manage.withdraw'), color: 'error' }))) return
    const answer = await call(noticeCalls.withdraw, { params: { id: noticeId }, body: { objectVersionNumber } })
    if (!isFailure(answer)) toast('success', t('notices:manage.withdrawn'))
    onDone()
  }
  const remove = async ({ noticeId, title }: ListedNotice) => {
    const question = { title: t('notices:manage.removeAsk', { title }), text: t('notices:manage.removeText') }
    if (!(await confirm({ ...question, confirm: t('notices:manage.remove'), color: 'error' }))) return
    const answer = await call(noticeCalls.remove, { params: { id: noticeId } })
    if (!isFailure(answer)) toast('success', t('notices:manage.removed'))
    onDone()
  }
  return [
    {
      name: 'readers',
      label: t('notices:manage.readersOne'),
      icon: <GroupIcon />,
      run: (row) => onOpen('readers', row),
      shown: ({ statusCode }) => statusCode !== 'DRAFT',
    },
    { name: 'edit', label: t('notices:manage.editOne'), icon: <EditIcon />, may: mayEdit, run: (row) => onOpen('edit', row) },
    {
      name: 'withdraw',
      label: t('notices:manage.withdraw'),
      icon: <UndoIcon />,
      may: mayEdit,
      run: (row) => void withdraw(row),
      shown: ({ statusCode }) => statusCode === 'PUBLISHED',
    },
    {
      name: 'remove',
      label: t('notices:manage.remove'),
      icon: <DeleteIcon />,
      may: mayDelete,
      run: (row) => void remove(row),
      // What its readers still see is withdrawn first.
      shown: ({ statusCode }) => statusCode !== 'PUBLISHED',
    },
  ]
}
