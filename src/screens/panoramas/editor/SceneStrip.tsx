import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Scene } from '#contract/panoramas/scene'
import { MAX_SCENES } from '#machines/panoramas/work'
import { AuthImage } from '#src/files/AuthImage.tsx'

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
        <Button variant="outlined" size="small" startIcon={<AddIcon />} disabled={scenes.length >= MAX_SCENES} onClick={onAdd}>
          {t('panoramas:edit.addScene')}
        </Button>
        <Typography variant="caption" sx={{ color: 'text.secondary', textAlign: 'center' }}>
          {t('panoramas:edit.sceneCount', { count: scenes.length, max: MAX_SCENES })}
        </Typography>
      </Stack>
      {scenes.map(({ scenesId, scenesName, scenesCover, thumbUrl, state }) => (
        <Box key={scenesId} sx={{ position: 'relative', flexShrink: 0 }}>
          <ButtonBase
            aria-pressed={scenesId === activeId}
            onClick={() => onChoose(scenesId)}
            sx={{
              display: 'block',
              borderRadius: 1,
              overflow: 'hidden',
              border: 2,
              borderColor: scenesId === activeId ? 'primary.main' : 'divider',
              '&:focus-visible': { outline: 3, outlineColor: 'primary.main' },
            }}
          >
            <AuthImage src={scenesCover || (state === 'ready' ? thumbUrl : null)} alt="" width={140} height={80} />
            <Typography variant="caption" noWrap sx={{ display: 'block', px: 0.5, width: 140 }}>
              {scenesName}
            </Typography>
          </ButtonBase>
          <IconButton
            size="small"
            aria-label={t('panoramas:edit.removeScene', { name: scenesName })}
            onClick={() => onRemove(scenesId)}
            sx={{ position: 'absolute', top: 4, right: 4, bgcolor: 'background.paper', '&:hover': { bgcolor: 'background.paper' } }}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Stack>
  )
}
