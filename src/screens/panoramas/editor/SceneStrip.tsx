import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Scene } from '#contract/panoramas/scene'
import { MAX_SCENES } from '#machines/panoramas/work'
import { SceneThumb } from '../SceneThumb.tsx'
import { AddButton } from '#src/ui/AddButton.tsx'

/** The scenes of the tour below the picture. */
export function SceneStrip({
  scenes,
  activeId,
  onChoose,
  onAdd,
  onRemove,
}: {
  scenes: readonly Pick<Scene, 'scenesId' | 'scenesName' | 'scenesCover' | 'thumbUrl' | 'state'>[]
  activeId: number | null
  onChoose: (scenesId: number) => void
  onAdd: () => void
  onRemove: (scenesId: number) => void
}) {
  const { t } = useTranslation()
  return (
    <Stack
      direction="row"
      spacing={1.5}
      component="section"
      aria-label={t('panoramas:edit.scenes')}
      sx={{ p: 1.5, alignItems: 'center', overflowX: 'auto', borderTop: 1, borderColor: 'divider' }}
    >
      <Stack spacing={0.5} sx={{ flexShrink: 0 }}>
        <AddButton variant="outlined" size="small" disabled={scenes.length >= MAX_SCENES} onClick={onAdd}>
          {t('panoramas:edit.addScene')}
        </AddButton>
        <Typography variant="caption" sx={{ color: 'text.secondary', textAlign: 'center' }}>
          {t('panoramas:edit.sceneCount', { count: scenes.length, max: MAX_SCENES })}
        </Typography>
      </Stack>
      {scenes.map((scene) => (
        <Box key={scene.scenesId} sx={{ position: 'relative', flexShrink: 0 }}>
          <SceneThumb of={scene} isActive={scene.scenesId === activeId} onChoose={() => onChoose(scene.scenesId)} />
          <IconButton
            size="small"
            aria-label={t('panoramas:edit.removeScene', { name: scene.scenesName })}
            onClick={() => onRemove(scene.scenesId)}
            sx={{ position: 'absolute', top: 4, right: 4, bgcolor: 'background.paper', '&:hover': { bgcolor: 'background.paper' } }}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Stack>
  )
}
