import { useTranslation } from 'react-i18next'
import type { Vr } from '#contract/panoramas/tour'
import { AuthImage } from '#src/files/AuthImage.tsx'
import type { Column } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { useEnabled } from '../useEnabled.tsx'

export function useTourColumns(): readonly Column<Vr>[] {
  const { t } = useTranslation()
  const enabled = useEnabled()
  return [
    {
      name: 'vrCover',
      label: t('panoramas:vr.cover'),
      width: 164,
      cell: ({ vrCover }) => <AuthImage src={vrCover} alt="" width={140} height={80} sx={{ my: 1 }} />,
    },
    { name: 'vrName', label: t('panoramas:vr.name'), width: 180, grow: true, cell: ({ vrName }) => vrName },
    {
      name: 'area',
      label: t('panoramas:vr.bases'),
      width: 200,
      hidden: 'narrow',
      cell: ({ area }) => area.map(({ areaName }) => areaName).join(t('panoramas:comma')),
    },
    { name: 'scenes', label: t('panoramas:vr.scenes'), width: 90, align: 'right', hidden: 'narrow', cell: ({ scenes }) => scenes },
    enabled.column,
    {
      name: 'published',
      label: t('panoramas:vr.published'),
      width: 120,
      hidden: 'narrow',
      cell: ({ publishKey }) => t(publishKey === null ? 'panoramas:vr.notPublished' : 'panoramas:vr.isPublished'),
    },
    {
      name: 'updatedAt',
      label: t('panoramas:vr.updated'),
      width: 180,
      hidden: 'middling',
      cell: ({ updatedAt }) => momentText(updatedAt),
    },
  ]
}
