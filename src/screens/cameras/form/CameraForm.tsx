import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraCalls } from '#contract/cameras/camera'
import { useCall } from '#src/api/useCall.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { CameraFields } from './CameraFields.tsx'

const WIDTH = 760

/** Adds a camera in the base `areaId` unless another is chosen, or changes the one of `id`. */
export function CameraForm({ id, areaId, onClose }: { id: number | null; areaId: number | null; onClose: () => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const {
    data: newest,
    isError,
    error,
    refetch,
  } = useCall(cameraCalls.reach, { params: { id: id ?? 0 } }, { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  // Whatever somebody else saves meanwhile, what is typed stands on what it was begun with, until that is asked for.
  const [data, setData] = useState<typeof newest>()
  if (data === undefined && newest !== undefined) setData(newest)
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={t(id === null ? 'cameras:add' : 'cameras:edit')}>
      {id === null || data ? (
        <CameraFields
          key={data?.objectVersionNumber ?? 0}
          of={data ?? null}
          areaId={areaId}
          guard={guard}
          onReload={() => void refetch().then((read) => read.data && setData(read.data))}
          onClose={onClose}
        />
      ) : isError ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={6} height={56} />
      )}
    </Modal>
  )
}
