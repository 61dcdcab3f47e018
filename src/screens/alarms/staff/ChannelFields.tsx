import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import {
  type AlarmChannel,
  type AttemptFault,
  alarmStaffCalls,
  CHANNEL_KINDS,
  type ChannelKind,
  isOwnChannel,
  SIGNED_CHANNELS,
} from '#contract/alarms/staff'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { call, isFailure } from '#src/api/call.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { useFaultText } from './useFaultText.ts'
import type { ChannelDraft } from './personDraft.ts'

const ADDRESS_MAX = 500
const SECRET_MAX = 200

type Tested = { readonly why: AttemptFault | null; readonly code: number | null } | { readonly failure: string }

/** One way to reach somebody, and a test of it where it is saved as it stands. */
export function ChannelFields({
  value,
  staffId,
  saved,
  notConfigured,
  browsers,
  fault,
  onChange,
  onRemove,
}: {
  value: ChannelDraft
  staffId: number | null
  saved: AlarmChannel | null
  notConfigured: readonly ChannelKind[]
  /** In how many browsers the person has turned notifications on; null of somebody without an account. */
  browsers: number | null
  fault: string | undefined
  onChange: (next: Partial<ChannelDraft>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const [tested, setTested] = useState<Tested | null>(null)
  const [testing, setTesting] = useState(false)
  const { kind, address, secret, severity } = value
  const isSaved = saved !== null && saved.kind === kind && saved.address === address && secret === null
  const send = async () => {
    if (staffId === null || saved === null) return
    setTested(null)
    setTesting(true)
    const answer = await call(alarmStaffCalls.test, { params: { id: staffId }, body: { channelId: saved.id } }, { quiet: true })
    setTesting(false)
    setTested(isFailure(answer) ? { failure: reasonOf(answer) } : answer)
  }
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <SelectField
          size="small"
          label={t('alarms:staff.channel')}
          value={kind}
          sx={{ flex: '1 1 180px' }}
          words={CHANNEL_KINDS.map((one) => [one, t(`alarms:staff.kind.${one}`)])}
          onChange={(kind) => onChange({ kind, address: '' })}
        />
        <SelectField
          size="small"
          label={t('alarms:staff.from')}
          value={severity}
          sx={{ flex: '1 1 180px' }}
          words={ALARM_SEVERITIES.map((one) => [one, <SeverityMark key={one} severity={one} />])}
          onChange={(severity) => onChange({ severity })}
        />
        {!isOwnChannel(kind) && (
          <TextField
            size="small"
            label={t(`alarms:staff.address.${kind}`)}
            value={address}
            error={fault !== undefined}
            helperText={fault}
            sx={{ flex: '1 1 100%' }}
            slotProps={{ htmlInput: { maxLength: ADDRESS_MAX } }}
            onChange={({ target }) => onChange({ address: target.value })}
          />
        )}
        {SIGNED_CHANNELS.includes(kind) && (
          <TextField
            size="small"
            type="password"
            autoComplete="new-password"
            label={t('alarms:staff.secret')}
            value={secret ?? ''}
            helperText={value.hasSecret && secret === null ? t('alarms:staff.secretSet') : t('alarms:staff.secretHint')}
            sx={{ flex: '1 1 100%' }}
            slotProps={{ htmlInput: { maxLength: SECRET_MAX } }}
            onChange={({ target }) => onChange({ secret: target.value })}
          />
        )}
      </Stack>
      {isOwnChannel(kind) && fault !== undefined && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {fault}
        </Alert>
      )}
      {kind === 'webPush' && fault === undefined && (
        <Alert severity={browsers === null || browsers === 0 ? 'warning' : 'info'} sx={{ mt: 1 }}>
          {browsers === null
            ? t('alarms:staff.browsers.noAccount')
            : browsers === 0
              ? t('alarms:staff.browsers.none')
              : t('alarms:staff.browsers.some', { count: browsers })}
        </Alert>
      )}
      {notConfigured.includes(kind) && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('alarms:staff.why.notConfigured')}
        </Alert>
      )}
      <Stack direction="row" sx={{ mt: 1, gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button size="small" loading={testing} disabled={!isSaved} onClick={() => void send()}>
          {t('alarms:staff.test')}
        </Button>
        {!isSaved && (
          <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
            {t('alarms:staff.testSaved')}
          </Box>
        )}
        {tested !== null && (
          <Alert severity={'failure' in tested || tested.why !== null ? 'error' : 'success'} sx={{ py: 0 }}>
            {'failure' in tested ? tested.failure : tested.why === null ? t('alarms:staff.tested') : faultText(tested)}
          </Alert>
        )}
        <IconButton aria-label={t('crud:delete')} onClick={onRemove} sx={{ ml: 'auto' }}>
          <DeleteIcon />
        </IconButton>
      </Stack>
    </Box>
  )
}
