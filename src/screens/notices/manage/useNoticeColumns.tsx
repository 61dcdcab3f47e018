import Chip from '@mui/material/Chip'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedNotice } from '#contract/notices/managedNotice'
import type { NoticeStatus } from '#contract/notices/notice'
import type { Column } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'

const COLORS = { DRAFT: 'default', PUBLISHED: 'success', WITHDRAWN: 'warning' } as const satisfies Record<NoticeStatus, string>

/** The columns of notice management; how many have read one opens who they are. */
export function useNoticeColumns(onReaders: (row: ListedNotice) => void): Column<ListedNotice>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const forWhom = ({ audience }: ListedNotice) => {
      if (audience === null) return t('notices:manage.everybody')
      const names = Object.values(audience).flatMap((named) => named.map(({ name }) => name))
      return names.length === 0 ? t('notices:manage.nobodyLeft') : names.join(' / ')
    }
    return [
      { name: 'title', label: t('notices:manage.columns.title'), grow: true, width: 160, cell: ({ title }) => title },
      {
        name: 'status',
        label: t('notices:manage.columns.status'),
        width: 104,
        whole: true,
        cell: ({ statusCode }) => (
          <Chip size="small" variant="outlined" color={COLORS[statusCode]} label={t(`notices:manage.status.${statusCode}`)} />
        ),
      },
      { name: 'audience', label: t('notices:manage.columns.audience'), grow: true, width: 160, hidden: 'narrow', cell: forWhom },
      {
        name: 'publisher',
        label: t('notices:manage.columns.publisher'),
        width: 120,
        hidden: 'middling',
        cell: ({ publishedByUser }) => publishedByUser,
      },
      {
        name: 'at',
        label: t('notices:manage.columns.at'),
        width: 170,
        hidden: 'narrow',
        cell: ({ publishedDate, changedAt }) => momentText(publishedDate ?? changedAt),
      },
      {
        name: 'read',
        label: t('notices:manage.columns.read'),
        width: 76,
        align: 'right',
        cell: ({ statusCode, readBy, readers }) =>
          statusCode === 'DRAFT' ? '--' : t('notices:manage.readOf', { read: readBy, all: readers }),
        open: onReaders,
      },
    ]
  }, [t, onReaders])
}
