import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { VR_EDIT } from '#contract/panoramas/permission'
import { NoPermissionPage, NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { VrEditor } from './VrEditor.tsx'

/** The editor of a tour, for who may make tours. */
export default function EditVrPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const mayEdit = usePermission(VR_EDIT)
  if (mayEdit === undefined) return <SkeletonPage />
  if (!mayEdit) return <NoPermissionPage missing={{ code: VR_EDIT, name: t('panoramas:edit.title') }} />
  return /^\d{1,15}$/.test(id) ? <VrEditor key={id} vrId={Number(id)} /> : <NotFoundPage />
}
