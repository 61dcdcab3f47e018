import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Panorama, PANORAMA_NAME_MOST, panoramaCalls } from '#contract/panoramas/panorama'
import { PANORAMA_EDIT } from '#contract/panoramas/permission'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { UploadPlace } from '#src/crud/UploadPlace.tsx'
import { useUploadsBy } from '#src/files/useUploads.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Page } from '#src/ui/Page.tsx'
import { toast } from '#src/ui/toast.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { sendPanorama } from './sendPanorama.ts'
import { useEnabled } from '../useEnabled.tsx'
import { usePanoramaActs } from './usePanoramaActs.tsx'
import { usePanoramaColumns } from './usePanoramaColumns.tsx'

const NO_OPTIONS = {}
const rowId = ({ panoramaId }: Panorama) => panoramaId

/** The panorama images of the tenant: uploaded here, shown by the scenes of tours. */
export default function PanoramaPage() {
  const { t } = useTranslation()
  const mayEdit = usePermission(PANORAMA_EDIT) === true
  const [renamed, setRenamed] = useState<Panorama | null>(null)
  const enabled = useEnabled()
  const list = useCallList(panoramaCalls.page, {
    name: 'panoramas',
    label: t('panoramas:panorama.title'),
    filters: [{ name: 'panoramaName', label: t('panoramas:panorama.name') }, enabled.filter],
    asks: ({ panoramaName, enabledFlag }) => ({
      ...(panoramaName ? { panoramaName: panoramaName.slice(0, PANORAMA_NAME_MOST) } : {}),
      ...(enabledFlag === '0' || enabledFlag === '1' ? { enabledFlag } : {}),
    }),
    failed: t('panoramas:panorama.listFailed'),
    none: { title: t('panoramas:panorama.none'), text: t('panoramas:panorama.noneText') },
  })
  const refetch = () => void list.query.refetch()
  const uploads = useUploadsBy(sendPanorama, NO_OPTIONS, ({ panoramaName: name }) => {
    toast('success', t('panoramas:panorama.uploaded', { name }))
    refetch()
  })
  const columns = usePanoramaColumns()
  const actions = usePanoramaActs({ rename: setRenamed })
  return (
    <Page title={t('panoramas:panorama.title')} lead={t('panoramas:panorama.lead')}>
      <Stack spacing={2} sx={{ height: '100%' }}>
        <UploadPlace kind="panorama" uploads={uploads} may={mayEdit}>
          {t('panoramas:panorama.upload')}
        </UploadPlace>
        <CallList {...list} rowId={rowId} columns={columns} actions={actions} />
      </Stack>
      {renamed !== null && (
        <RenameDialog
          of={renamed}
          onClose={() => setRenamed(null)}
          onSaved={() => {
            setRenamed(null)
            refetch()
          }}
        />
      )}
    </Page>
  )
}
