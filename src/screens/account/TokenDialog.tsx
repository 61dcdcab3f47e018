import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { MatrixRow } from '#contract/organization/role'
import { personalTokenCalls, TOKEN_NAME_MAX } from '#contract/session/personalToken'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { ScopeMatrix } from '#src/rights/ScopeMatrix.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'

const WIDTH = 960
const DAYS = [7, 30, 90, 365] as const
const DAY_MS = 86_400_000
const BEGUN: { name: string; days: number; scopes: string[] } = { name: '', days: 30, scopes: [] }

/** Makes an access token: what it is for, for how long, and what it may do. */
export function TokenDialog({
  rows,
  onClose,
  onMade,
}: {
  rows: readonly MatrixRow[]
  onClose: () => void
  onMade: (made: { name: string; secret: string }) => void
}) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft: 'personal token', begun: BEGUN, shows: ['name'], onClose })
  const { name, days, scopes } = form.value
  const save = () =>
    form.send(
      () => call(personalTokenCalls.create, { body: { name, scopes, expiresAt: Date.now() + days * DAY_MS } }, { quiet: true }),
      null,
      ({ token, secret }) => onMade({ name: token.name, secret }),
    )
  return (
    <FormWindow
      form={form}
      width={WIDTH}
      title={t('account:token.add')}
      send={t('account:token.make')}
      ready={name.trim() !== '' && scopes.length > 0}
      onSave={save}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <TextField
          size="small"
          required
          sx={{ flex: 2 }}
          label={t('account:token.name')}
          slotProps={{ htmlInput: { maxLength: TOKEN_NAME_MAX } }}
          {...form.text('name')}
        />
        <SelectField
          size="small"
          sx={{ flex: 1 }}
          label={t('account:token.lasts')}
          words={DAYS.map((count) => [count, t('account:token.days', { count })])}
          {...form.pick('days')}
        />
      </Stack>
      <SecondaryText>{t('account:token.scopesHint')}</SecondaryText>
      <ScopeMatrix
        rows={rows}
        codes={scopes}
        label={t('organization:application.scopes')}
        onChange={(next) => form.put({ scopes: next })}
      />
    </FormWindow>
  )
}
