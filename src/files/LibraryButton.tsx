import CollectionsOutlined from '@mui/icons-material/CollectionsOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURES } from '#contract/media/codes'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'

const Library = lazyPart(() => import('./LibraryDialog.tsx'))

/** The way to the picture library, for those who may look into it. */
export function LibraryButton({ disabled, onPick }: { disabled: boolean; onPick: (fileUrl: string) => void }) {
  const { t } = useTranslation()
  const mayLook = usePermission(PICTURES) === true
  const [open, setOpen] = useState(false)
  if (!mayLook) return null
  return (
    <>
      <Button startIcon={<CollectionsOutlined />} disabled={disabled} onClick={() => setOpen(true)} sx={{ alignSelf: 'flex-start' }}>
        {t('media:library.choosePicture')}
      </Button>
      {open && (
        <Suspense>
          <Library
            onPick={(fileUrl) => {
              setOpen(false)
              onPick(fileUrl)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
