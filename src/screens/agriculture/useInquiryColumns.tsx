import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inquiry } from '#contract/agriculture/inquiry'
import type { Column } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { InquiryMark } from './InquiryMark.tsx'

/** The columns of the list of inquiries. */
export function useInquiryColumns(): Column<Inquiry>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const place = ({ areaName, landName, batchName }: Inquiry) => [areaName, landName, batchName].filter(Boolean).join(' · ')
    return [
      {
        name: 'title',
        label: t('agriculture:inquiry.column.title'),
        grow: true,
        width: 200,
        cell: (row) => (
          <Box sx={{ lineHeight: 1.35, minWidth: 0 }}>
            <Typography variant="body2" noWrap title={row.title}>
              {row.title}
            </Typography>
            <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: 'block' }}>
              {place(row)}
            </Typography>
          </Box>
        ),
      },
      { name: 'state', label: t('agriculture:inquiry.column.state'), width: 150, cell: ({ state }) => <InquiryMark state={state} /> },
      { name: 'asker', label: t('agriculture:inquiry.column.asker'), width: 120, hidden: 'narrow', cell: ({ asker }) => asker.name },
      {
        name: 'experts',
        label: t('agriculture:inquiry.column.experts'),
        width: 180,
        hidden: 'narrow',
        cell: ({ experts }) =>
          experts.length === 0 ? t('agriculture:inquiry.anybody') : experts.map(({ name }) => name).join(t('agriculture:inquiry.and')),
      },
      {
        name: 'answers',
        label: t('agriculture:inquiry.column.answers'),
        width: 90,
        align: 'right',
        hidden: 'narrow',
        cell: ({ answers }) => answers,
      },
      {
        name: 'last',
        label: t('agriculture:inquiry.column.last'),
        width: 150,
        hidden: 'narrow',
        cell: ({ lastAt }) => momentText(lastAt).slice(0, 16),
      },
    ]
  }, [t])
}
