import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { MAX_HOTSPOT_PICTURES, MAX_HOTSPOT_TEXT, MAX_HOTSPOT_URL } from '#contract/panoramas/hotspot'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { DevicePicker } from './DevicePicker.tsx'
import type { HotspotFormProps } from './hotspotFormProps.ts'

/** What a hotspot holds, by its type. */
export function HotspotContent({ draft, faults, scenes, areas, onType }: HotspotFormProps) {
  const { t } = useTranslation()
  const fault = faults.content && t(`panoramas:fault.${faults.content}`)
  switch (draft.kind) {
    case null:
      return null
    case 'text':
      return (
        <TextField
          required
          multiline
          minRows={4}
          maxRows={12}
          size="small"
          label={t('panoramas:hotspot.text')}
          value={draft.words}
          error={fault !== undefined}
          helperText={fault ?? t('panoramas:count', { count: draft.words.length, max: MAX_HOTSPOT_TEXT })}
          slotProps={{ htmlInput: { maxLength: MAX_HOTSPOT_TEXT } }}
          onChange={({ target }) => onType({ words: target.value })}
        />
      )
    case 'picture':
      return (
        <ImageInput
          required
          label={t('panoramas:hotspot.pictures')}
          max={MAX_HOTSPOT_PICTURES}
          value={draft.pictures}
          fault={fault}
          onChange={(pictures) => onType({ pictures })}
        />
      )
    case 'link':
      return (
        <TextField
          required
          size="small"
          type="url"
          label={t('panoramas:hotspot.link')}
          placeholder="https://"
          value={draft.link}
          error={fault !== undefined}
          helperText={fault ?? t('panoramas:hotspot.linkHint')}
          slotProps={{ htmlInput: { maxLength: MAX_HOTSPOT_URL } }}
          onChange={({ target }) => onType({ link: target.value })}
        />
      )
    case 'scene':
      return (
        <SelectField
          required
          size="small"
          label={t('panoramas:hotspot.scene')}
          value={draft.scenesId}
          fault={fault}
          words={scenes.map(({ scenesId, scenesName }) => [scenesId, scenesName])}
          onChange={(scenesId) => onType({ scenesId })}
        />
      )
    case 'device':
      return (
        <>
          <DevicePicker
            areas={areas}
            value={draft.device}
            isFaulty={fault !== undefined}
            onChoose={(device) => onType({ device, style: device.deviceType })}
          />
          {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
        </>
      )
  }
}
