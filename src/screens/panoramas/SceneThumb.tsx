import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { Scene } from '#contract/panoramas/scene'
import { AuthImage } from '#src/files/AuthImage.tsx'

/** A scene as a small picture with its name, by which it is chosen. */
export function SceneThumb({
  of: { scenesName, scenesCover, thumbUrl, state },
  isActive,
  isSetOff = false,
  onChoose,
}: {
  of: Pick<Scene, 'scenesName' | 'scenesCover' | 'thumbUrl' | 'state'>
  isActive: boolean
  /** Only the one that is shown has an edge, and its name is strong. */
  isSetOff?: boolean
  onChoose: () => void
}) {
  return (
    <ButtonBase
      aria-pressed={isActive}
      onClick={onChoose}
      sx={{
        display: 'block',
        flexShrink: 0,
        borderRadius: 1,
        overflow: 'hidden',
        border: 2,
        borderColor: isActive ? 'primary.main' : isSetOff ? 'transparent' : 'divider',
        '&:focus-visible': { outline: 3, outlineColor: 'primary.main' },
      }}
    >
      <AuthImage src={scenesCover || (state === 'ready' ? thumbUrl : null)} alt="" width={140} height={80} />
      <Typography variant="caption" noWrap sx={{ display: 'block', px: 0.5, width: 140, fontWeight: isSetOff && isActive ? 600 : 400 }}>
        {scenesName}
      </Typography>
    </ButtonBase>
  )
}
