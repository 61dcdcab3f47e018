import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { PUSH_FORMATS, PUSH_KINDS, type PushTarget, SECRET_LONGEST } from '#contract/organization/dataPush'
import { AddButton } from '#src/ui/AddButton.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { OverlapField } from './OverlapField.tsx'
import type { PushDraft } from './pushDraft.ts'

interface Fields {
  value: PushDraft
  faults: Readonly<Record<string, string>>
  onChange: (next: Partial<PushDraft>) => void
}

/** Where it goes, how it is worded, and what the receiver knows Furrow by. */
export function WhereFields({ value, of, faults, onChange }: Fields & { of: PushTarget | null }) {
  const { t } = useTranslation()
  const text = (name: 'name' | 'address' | 'topic' | 'userName', most: number, hint = '') => (
    <TextField
      fullWidth
      required={name === 'name' || name === 'address' || name === 'topic'}
      label={t(`organization:dataPush.fields.${name}`)}
      value={value[name]}
      error={faults[name] !== undefined}
      helperText={faults[name] ?? hint}
      slotProps={{ htmlInput: { maxLength: most } }}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  const secret = (name: 'password' | 'secret', hint: string) => (
    <TextField
      fullWidth
      type="password"
      autoComplete="new-password"
      label={t(`organization:dataPush.fields.${name}`)}
      value={value[name]}
      error={faults[name] !== undefined}
      helperText={faults[name] ?? hint}
      slotProps={{ htmlInput: { maxLength: SECRET_LONGEST } }}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  const isMqtt = value.kind === 'mqtt'
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        {text('name', 60)}
        <SelectField
          label={t('organization:dataPush.fields.kind')}
          value={value.kind}
          sx={{ minWidth: 170 }}
          words={PUSH_KINDS.map((kind) => [kind, t(`organization:dataPush.kind.${kind}`)])}
          onChange={(kind) => onChange({ kind })}
        />
      </Stack>
      {text('address', 500, t(isMqtt ? 'organization:dataPush.hints.mqtt' : 'organization:dataPush.hints.address'))}
      {value.kind === 'http' && (
        <SelectField
          label={t('organization:dataPush.fields.format')}
          value={value.format}
          words={PUSH_FORMATS.map((format) => [format, t(`organization:dataPush.formats.${format}`)])}
          onChange={(format) => onChange({ format })}
        />
      )}
      {isMqtt ? (
        <>
          {text('topic', 200, t('organization:dataPush.hints.topic'))}
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
            {text('userName', 100)}
            {secret('password', of?.passwordSet ? t('organization:dataPush.hints.kept') : '')}
          </Stack>
        </>
      ) : (
        <>
          {secret('secret', t(of === null ? 'organization:dataPush.hints.secretNew' : 'organization:dataPush.hints.secretKept'))}
          {of !== null &&
            value.secret !== '' &&
            (of.oldSecret === null ? (
              <OverlapField value={value.overlapHours} onChange={(overlapHours) => onChange({ overlapHours })} />
            ) : (
              <Alert severity="warning">{t('organization:dataPush.renewChanging')}</Alert>
            ))}
          <Headers value={value} faults={faults} onChange={onChange} />
        </>
      )}
      <FormControlLabel
        control={<Switch checked={value.enabled} onChange={(_, enabled) => onChange({ enabled })} />}
        label={t('organization:dataPush.fields.enabledFlag')}
      />
    </>
  )
}

function Headers({ value, faults, onChange }: Fields) {
  const { t } = useTranslation()
  return (
    <Stack spacing={1}>
      {value.headers.map((header, at) => (
        // Headers have no name until it is typed: their place is all that tells them apart.
        <Stack key={at} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <TextField
            size="small"
            label={t('organization:dataPush.header')}
            value={header.name}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            onChange={({ target }) => onChange({ headers: value.headers.with(at, { ...header, name: target.value }) })}
          />
          <TextField
            fullWidth
            size="small"
            type="password"
            autoComplete="new-password"
            label={t('organization:dataPush.headerValue')}
            value={header.value ?? ''}
            helperText={header.value === null ? t('organization:dataPush.hints.kept') : undefined}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
            onChange={({ target }) => onChange({ headers: value.headers.with(at, { ...header, value: target.value }) })}
          />
          <IconButton
            aria-label={t('organization:dataPush.removeHeader', { name: header.name })}
            onClick={() => onChange({ headers: value.headers.toSpliced(at, 1) })}
          >
            <DeleteIcon />
          </IconButton>
        </Stack>
      ))}
      {faults.headers !== undefined && <FormHelperText error>{faults.headers}</FormHelperText>}
      <div>
        <AddButton variant="text" size="small" onClick={() => onChange({ headers: [...value.headers, { name: '', value: '' }] })}>
          {t('organization:dataPush.addHeader')}
        </AddButton>
      </div>
    </Stack>
  )
}
