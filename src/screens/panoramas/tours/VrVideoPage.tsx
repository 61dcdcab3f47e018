import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { editVrPath, previewVrPath } from '#contract/panoramas/pages'
import { VR_EDIT } from '#contract/panoramas/permission'
import { panoramaVrCalls, type Vr, VR_NAME_MOST } from '#contract/panoramas/tour'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { TourForm } from './TourForm.tsx'
import { useEnabled } from '../useEnabled.tsx'
import { useTourActs } from './useTourActs.tsx'
import { useTourColumns } from './useTourColumns.tsx'

const rowId = ({ vrId }: Vr) => vrId

/** The tours of the bases that the user sees. */
export default function VrVideoPage() {
  const { t } = useTranslation()
  const { area } = useArea()
  const go = useNavigate()
  const mayEdit = usePermission(VR_EDIT) === true
  const [adding, setAdding] = useState(false)
  const [published, setPublished] = useState<Vr | null>(null)
  const enabled = useEnabled()
  const list = useCallList(panoramaVrCalls.page, {
    name: 'tours',
    label: t('panoramas:vr.title'),
    filters: [{ name: 'vrName', label: t('panoramas:vr.name') }, enabled.filter],
    asks: ({ vrName, enabledFlag }) => ({
      ...(vrName ? { vrName: vrName.slice(0, VR_NAME_MOST) } : {}),
      ...(enabledFlag === '0' || enabledFlag === '1' ? { enabledFlag } : {}),
    }),
    failed: t('panoramas:vr.listFailed'),
    none: { title: t('panoramas:vr.none'), text: t('panoramas:vr.noneText') },
  })
  const refetch = () => void list.query.refetch()
  const columns = useTourColumns()
  const actions = useTourActs({ publish: setPublished })
  const addButton = mayEdit && <AddButton onClick={() => setAdding(true)}>{t('panoramas:vr.add')}</AddButton>
  return (
    <Page title={t('panoramas:vr.title')} lead={t('panoramas:vr.lead')}>
      <CallList
        {...list}
        buttons={addButton}
        rowId={rowId}
        columns={columns}
        actions={actions}

        onOpen={({ vrId, scenes }) => void go(scenes > 0 || !mayEdit ? previewVrPath(vrId) : editVrPath(vrId))}
      />
      {adding && (
        <TourForm areaId={area?.areaId ?? null} onClose={() => setAdding(false)} onSaved={({ vrId }) => void go(editVrPath(vrId))} />
      )}
      {published !== null && (
        <PublishDialog
          of={published}
          onClose={() => setPublished(null)}
          onChanged={(now) => {
            setPublished(now)
            refetch()
          }}
        />
      )}
    </Page>
  )
}
