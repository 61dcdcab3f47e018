import Button from '@mui/material/Button'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SceneView, VIEW_AXES, VIEW_RANGE, type ViewAxis, type ViewKey } from '#contract/panoramas/sceneView'
import { DegreeField } from './DegreeField.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** VR-EDITOR-08: the first look, and how far one may turn and zoom. Sliders act when they are let go. */
export function ViewPanel({
  view,
  onSet,
  onInitial,
}: {
  view: SceneView
  onSet: (key: ViewKey, value: number | null) => void
  onInitial: () => void
}) {
  const { t } = useTranslation()
  return (
    <Stack spacing={3}>
      <Stack spacing={1}>
        <Typography variant="h3">{t('panoramas:view.initial')}</Typography>
        <SecondaryText>{t('panoramas:view.initialText')}</SecondaryText>
        <Button variant="outlined" onClick={onInitial}>
          {t('panoramas:view.setInitial')}
        </Button>
      </Stack>
      {VIEW_AXES.map((axis) => (
        <AxisLimits key={axis} axis={axis} view={view} onSet={onSet} />
      ))}
    </Stack>
  )
}

function AxisLimits({ axis, view, onSet }: { axis: ViewAxis; view: SceneView; onSet: (key: ViewKey, value: number | null) => void }) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<readonly number[] | null>(null)
  const [least, most] = VIEW_RANGE[axis]
  const keys = [`${axis}Min`, `${axis}Max`] as const
  const range = dragged ?? keys.map((key) => view[key])
  return (
    <Stack spacing={1.5} component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography variant="h3" component="legend" sx={{ p: 0 }}>
        {t(`panoramas:view.${axis}`)}
      </Typography>
      <Slider
        size="small"
        min={least}
        max={most}
        value={[...range]}
        getAriaLabel={(at) => t(`panoramas:view.${keys[at] ?? keys[0]}`)}
        getAriaValueText={(value) => `${value}°`}
        onChange={(_, next) => setDragged(next as number[])}
        onChangeCommitted={(_, next) => {
          setDragged(null)
          keys.forEach((key, at) => {
            const value = (next as number[])[at]!
            if (value !== Math.round(view[key])) onSet(key, value)
          })
        }}
        sx={{ mx: 1, width: 'auto' }}
      />
      <Stack direction="row" spacing={1}>
        {([keys[0], axis, keys[1]] as const).map((key) => (
          <DegreeField
            key={key}
            label={t(key === axis ? `panoramas:view.${axis}Axis` : `panoramas:view.${key as (typeof keys)[number]}`)}
            value={view[key]}
            onGive={(value) => onSet(key, value)}
          />
        ))}
      </Stack>
      {axis === 'vlookat' && <SecondaryText variant="caption">{t('panoramas:view.downwards')}</SecondaryText>}
    </Stack>
  )
}
