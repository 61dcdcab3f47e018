import NextIcon from '@mui/icons-material/ChevronRight'
import BackIcon from '@mui/icons-material/ChevronLeft'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogRow } from '#contract/farm/log'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { Modal } from '#src/ui/Modal.tsx'

const LARGE = { width: 1190, height: 670 }

/** The pictures of a row, large, one after the other. */
export function LogPictures({
  row,
  nth,
  onTurn,
  onClose,
}: {
  row: LogRow
  nth: number
  onTurn: (nth: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { title, pictures } = row
  const turn = (by: number) => onTurn((nth + by + pictures.length) % pictures.length)
  useEffect(() => {
    if (pictures.length < 2) return
    const byKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft' || key === 'ArrowRight') onTurn((nth + (key === 'ArrowLeft' ? -1 : 1) + pictures.length) % pictures.length)
    }
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [nth, pictures.length, onTurn])
  return (
    <Modal open onClose={onClose} width={LARGE.width} title={title} flush>
      <Box>
        <AuthImage
          key={pictures[nth]}
          src={pictures[nth]}
          alt={t('farm:log.picture', { nth: nth + 1, title })}
          {...LARGE}
          mode="fit"
          sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }}
        />
        {pictures.length > 1 && (
          <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 2, py: 1 }}>
            <IconButton aria-label={t('farm:log.before')} onClick={() => turn(-1)}>
              <BackIcon />
            </IconButton>
            <Typography variant="body2" aria-live="polite" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {`${nth + 1} / ${pictures.length}`}
            </Typography>
            <IconButton aria-label={t('farm:log.next')} onClick={() => turn(1)}>
              <NextIcon />
            </IconButton>
          </Stack>
        )}
      </Box>
    </Modal>
  )
}
