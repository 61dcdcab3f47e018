import Stack from '@mui/material/Stack'
import { keepPreviousData } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Panorama, PANORAMA_NAME_MOST, panoramaCalls } from '#contract/panoramas/panorama'
import { PANORAMA_EDIT } from '#contract/panoramas/permission'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { PendingList } from '#src/files/PendingList.tsx'
import { PickButton } from '#src/files/PickButton.tsx'
import { acceptOf, useHint } from '#src/files/useHint.ts'
import { useUploadsBy } from '#src/files/useUploads.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Page } from '#src/ui/Page.tsx'
import { toast } from '#src/ui/toast.ts'
import { useListState } from '#src/ui/useListState.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { sendPanorama } from './sendPanorama.ts'
import { usePanoramaActs } from './usePanoramaActs.tsx'
import { usePanoramaColumns } from './usePanoramaColumns.tsx'

const FILTERS = ['panoramaName', 'enabledFlag'] as const
const NO_OPTIONS = {}
const rowId = ({ panoramaId }: Panorama) => panoramaId

/** The panorama images of the tenant: uploaded here, shown by the scenes of tours. */
export default function PanoramaPage() {
  const { t } = useTranslation()
  const mayEdit = usePermission(PANORAMA_EDIT) === true
  const [renamed, rename] = useState<Panorama | null>(null)
  const [list, change] = useListState(FILTERS)
  const { panoramaName, enabledFlag } = list.filters
  const query = useCall(
    panoramaCalls.page,
    {
      query: {
        page: list.page,
        size: list.size,
        ...(panoramaName ? { panoramaName: panoramaName.slice(0, PANORAMA_NAME_MOST) } : {}),
        ...(enabledFlag === '0' || enabledFlag === '1' ? { enabledFlag } : {}),
      },
    },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const refetch = () => void query.refetch()
  const uploads = useUploadsBy(sendPanorama, NO_OPTIONS, ({ panoramaName: name }) => {
    toast('success', t('panoramas:panorama.uploaded', { name }))
    refetch()
  })
  const hint = useHint('panorama')
  const hintId = useId()
  const columns = usePanoramaColumns()
  const actions = usePanoramaActs({ rename, refetch })
  const filters = useMemo(
    () => [
      { name: 'panoramaName', label: t('panoramas:panorama.name') },
      {
        name: 'enabledFlag',
        label: t('panoramas:enabled.label'),
        options: [
          { value: '1', label: t('panoramas:enabled.yes') },
          { value: '0', label: t('panoramas:enabled.no') },
        ],
      },
    ],
    [t],
  )
  return (
    <Page title={t('panoramas:panorama.title')} lead={t('panoramas:panorama.lead')}>
      <Stack spacing={2} sx={{ height: '100%' }}>
        {mayEdit && (
          <PickButton accept={acceptOf('panorama')} several disabled={false} hint={hint} hintId={hintId} onPick={uploads.add}>
            {t('panoramas:panorama.upload')}
          </PickButton>
        )}
        <PendingList uploads={uploads} />
        <CallList
          name="panoramas"
          label={t('panoramas:panorama.title')}
          query={query}
          failed={t('panoramas:panorama.listFailed')}
          none={{ title: t('panoramas:panorama.none'), text: t('panoramas:panorama.noneText') }}
          filters={filters}
          rowId={rowId}
          columns={columns}
          actions={actions}
          state={list}
          onState={change}
        />
      </Stack>
      {renamed !== null && (
        <RenameDialog
          of={renamed}
          onClose={() => rename(null)}
          onSaved={() => {
            rename(null)
            refetch()
          }}
        />
      )}
    </Page>
  )
}
