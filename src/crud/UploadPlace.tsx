import { type ReactNode, useId } from 'react'
import type { FileKind } from '#contract/media/files'
import { PendingList } from '../files/PendingList.tsx'
import { PickButton } from '../files/PickButton.tsx'
import { acceptOf, useHint } from '../files/useHint.ts'
import type { useUploadsBy } from '../files/useUploads.ts'

/** Takes files in, of who `may`, and shows those on their way. */
export function UploadPlace({
  kind,
  uploads,
  may,
  children,
}: {
  kind: FileKind
  uploads: ReturnType<typeof useUploadsBy>
  may: boolean
  children: ReactNode
}) {
  const hint = useHint(kind)
  const hintId = useId()
  return (
    <>
      {may && (
        <PickButton accept={acceptOf(kind)} several disabled={false} hint={hint} hintId={hintId} onPick={uploads.add}>
          {children}
        </PickButton>
      )}
      <PendingList uploads={uploads} />
    </>
  )
}
