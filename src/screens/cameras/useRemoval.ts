import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Camera, cameraCalls } from '#contract/cameras/camera'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

type Named = Pick<Camera, 'id' | 'name'>

/** Asks, then deletes a camera or several, all or none (CAMERA-ADMIN-04, -07). Whether they were deleted. */
export function useRemoval(): (cameras: readonly Named[]) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  return async (cameras) => {
    const [one] = cameras
    if (!one) return false
    const isOne = cameras.length === 1
    const title = isOne ? t('cameras:delete.title', { name: one.name }) : t('cameras:delete.many', { count: cameras.length })
    const text = isOne ? t('cameras:delete.text') : `${cameras.map(({ name }) => name).join(t('cameras:delete.join'))}`
    if (!(await confirm({ title, text, confirm: t('cameras:delete.act'), color: 'error' }))) return false
    const answer = await (isOne
      ? call(cameraCalls.remove, { params: { id: one.id } }, { quiet: true })
      : call(cameraCalls.removeAll, { body: cameras.map(({ id }) => ({ id })) }, { quiet: true }))
    void queries.invalidateQueries({ queryKey: queryKeyOf(cameraCalls.page) })
    if (answer === 1) {
      toast('success', t('cameras:delete.done'))
      return true
    }
    toast('error', !isOne && isFailure(answer) ? reasonOf(answer) : t('cameras:delete.failed'))
    return false
  }
}
