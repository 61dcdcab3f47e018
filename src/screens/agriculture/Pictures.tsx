import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { Modal } from '#src/ui/Modal.tsx'

const LARGE = { width: 1190, height: 670 }

/** Pictures of one message, and which of them is seen. */
export interface SeenPictures {
  readonly pictures: readonly string[]
  readonly at: number
  readonly name: string
}

/** One picture as large as the window allows, and its neighbours; the arrow keys turn to them. */
export function Pictures({ pictures, at, name, onMove, onClose }: SeenPictures & { onMove: (at: number) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const several = pictures.length > 1
  const turn = (by: 1 | -1) => {
    const next = at + by
    if (next >= 0 && next < pictures.length) onMove(next)
  }
  return (
    <Modal
      open
      flush
      onClose={onClose}
      width={LARGE.width}
      title={t('agriculture:inquiry.pictureOf', { number: at + 1, count: pictures.length })}
      actions={
        several && (
          <Stack direction="row" sx={{ gap: 1 }}>
            <IconButton aria-label={t('agriculture:inquiry.earlier')} disabled={at === 0} onClick={() => turn(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton aria-label={t('agriculture:inquiry.later')} disabled={at === pictures.length - 1} onClick={() => turn(1)}>
              <ChevronRight />
            </IconButton>
          </Stack>
        )
      }
    >
      <Stack
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') turn(-1)
          if (key === 'ArrowRight') turn(1)
        }}
      >
        <AuthImage
          src={pictures[at]}
          alt={t('agriculture:inquiry.picture', { number: at + 1, name })}
          {...LARGE}
          mode="fit"
          sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }}
        />
      </Stack>
    </Modal>
  )
}
