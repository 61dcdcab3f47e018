import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AuthImage } from '#src/files/AuthImage.tsx'
import type { TourScene } from './tourScene.ts'

/** VR-PREVIEW-07: the scenes as thumbnails, the one that is shown set off. */
export function SceneBar({
  scenes,
  activeId,
  onChoose,
}: {
  scenes: readonly TourScene[]
  activeId: number
  onChoose: (scenesId: number) => void
}) {
  const { t } = useTranslation()
  return (
    <Stack
      direction="row"
      spacing={1}
      component="section"
      aria-label={t('panoramas:preview.scenes')}
      sx={{ maxWidth: '100%', overflowX: 'auto', bgcolor: 'background.paper', borderRadius: 2, p: 1, boxShadow: 3 }}
    >
      {scenes.map(({ scenesId, scenesName, scenesCover, thumbUrl, state }) => (
        <ButtonBase
          key={scenesId}
          aria-pressed={scenesId === activeId}
          onClick={() => onChoose(scenesId)}
          sx={{
            display: 'block',
            flexShrink: 0,
            borderRadius: 1,
            overflow: 'hidden',
            border: 2,
            borderColor: scenesId === activeId ? 'primary.main' : 'transparent',
            '&:focus-visible': { outline: 3, outlineColor: 'primary.main' },
          }}
        >
          <AuthImage src={scenesCover || (state === 'ready' ? thumbUrl : null)} alt="" width={140} height={80} />
          <Typography
            variant="caption"
            noWrap
            sx={{ display: 'block', width: 140, px: 0.5, fontWeight: scenesId === activeId ? 600 : 400 }}
          >
            {scenesName}
          </Typography>
        </ButtonBase>
      ))}
    </Stack>
  )
}
