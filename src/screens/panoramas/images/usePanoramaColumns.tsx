import { useTranslation } from 'react-i18next'
import type { Panorama } from '#contract/panoramas/panorama'
import { AuthImage } from '#src/files/AuthImage.tsx'
import type { Column } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { useEnabled } from '../useEnabled.tsx'
import { MakingState } from './MakingState.tsx'

export function usePanoramaColumns(): readonly Column<Panorama>[] {
  const { t, i18n } = useTranslation()
  const enabled = useEnabled()
  const figure = new Intl.NumberFormat(i18n.language)
  return [
    {
      name: 'panoramaThumb',
      label: t('panoramas:panorama.picture'),
      width: 164,
      cell: ({ panoramaThumb, state }) => (
        <AuthImage src={state === 'ready' ? panoramaThumb : null} alt="" width={140} height={80} sx={{ my: 1 }} />
      ),
    },
    { name: 'panoramaName', label: t('panoramas:panorama.name'), width: 180, grow: true, cell: ({ panoramaName }) => panoramaName },
    { name: 'state', label: t('panoramas:panorama.state'), width: 220, cell: (row) => <MakingState of={row} /> },
    {
      name: 'size',
      label: t('panoramas:panorama.size'),
      width: 150,
      align: 'right',
      hidden: 'narrow',
      cell: ({ width, height }) => t('panoramas:panorama.pixels', { width: figure.format(width), height: figure.format(height) }),
    },
    { name: 'scenes', label: t('panoramas:panorama.scenes'), width: 110, align: 'right', hidden: 'narrow', cell: ({ scenes }) => scenes },
    { ...enabled.column, hidden: 'narrow' },
    {
      name: 'creationDate',
      label: t('panoramas:panorama.created'),
      width: 180,
      hidden: 'middling',
      cell: ({ creationDate }) => momentText(creationDate),
    },
  ]
}
