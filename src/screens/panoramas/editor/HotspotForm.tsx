import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { HOTSPOT_KINDS, HOTSPOT_STYLES, MAX_HOTSPOT_TITLE, MAX_SIZE_FACTOR, SIZE_STEP } from '#contract/panoramas/hotspot'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { HotspotIcon } from '../viewer/HotspotIcon.tsx'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'
import { HotspotContent } from './HotspotContent.tsx'
import type { HotspotFormProps } from './hotspotFormProps.ts'

/** A hotspot that is added or edited: its type, title, icon, size and content. */
export function HotspotForm(props: HotspotFormProps) {
  const { draft, faults, onType, onConfirm, onCancel } = props
  const { t } = useTranslation()
  const { styleWord } = useHotspotWords()
  return (
    <Stack
      component="form"
      noValidate
      spacing={2.5}
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm()
      }}
    >
      <Typography variant="h3">{t(draft.isNew ? 'panoramas:hotspot.adding' : 'panoramas:hotspot.editing')}</Typography>
      <SelectField
        required
        size="small"
        label={t('panoramas:hotspot.type')}
        value={draft.kind}
        fault={faults.kind && t(`panoramas:fault.${faults.kind}`)}
        words={HOTSPOT_KINDS.map((kind) => [kind, t(`panoramas:kind.${kind}`)])}
        onChange={(kind) => onType({ kind })}
      />
      <TextField
        size="small"
        label={t('panoramas:hotspot.title')}
        value={draft.title}
        error={faults.title !== undefined}
        helperText={
          faults.title ? t(`panoramas:fault.${faults.title}`) : t('panoramas:count', { count: draft.title.length, max: MAX_HOTSPOT_TITLE })
        }
        slotProps={{ htmlInput: { maxLength: MAX_HOTSPOT_TITLE } }}
        onChange={({ target }) => onType({ title: target.value })}
      />
      <HotspotContent {...props} />
      <SelectField
        size="small"
        label={t('panoramas:hotspot.icon')}
        value={draft.style}
        words={HOTSPOT_STYLES.map((style) => [
          style,
          <Stack key={style} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
            <HotspotIcon style={style} fontSize="small" />
            <span>{styleWord(style)}</span>
          </Stack>,
        ])}
        onChange={(style) => onType({ style })}
      />
      <FormControl>
        <FormLabel id="hotspot-size" sx={{ typography: 'body2' }}>
          {t('panoramas:hotspot.size')}
        </FormLabel>
        <Slider
          size="small"
          aria-labelledby="hotspot-size"
          min={0}
          max={MAX_SIZE_FACTOR}
          step={SIZE_STEP}
          value={draft.factor}
          valueLabelDisplay="auto"
          onChange={(_, factor) => onType({ factor: factor as number })}
          sx={{ mx: 1, width: 'auto' }}
        />
        <FormHelperText sx={{ fontVariantNumeric: 'tabular-nums' }}>{draft.factor.toFixed(1)}</FormHelperText>
      </FormControl>
      <SecondaryText>{t('panoramas:hotspot.place')}</SecondaryText>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={onCancel}>{t('panoramas:hotspot.cancel')}</Button>
        <Button type="submit" variant="contained">
          {t('panoramas:hotspot.confirm')}
        </Button>
      </Stack>
    </Stack>
  )
}
