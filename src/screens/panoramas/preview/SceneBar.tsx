import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { SceneThumb } from '../SceneThumb.tsx'
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
      {scenes.map((scene) => (
        <SceneThumb
          key={scene.scenesId}
          of={scene}
          isActive={scene.scenesId === activeId}
          isSetOff
          onChoose={() => onChoose(scene.scenesId)}
        />
      ))}
    </Stack>
  )
}
