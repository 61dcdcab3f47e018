import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatrixRow } from '#contract/organization/role'
import { personalTokenCalls, TOKEN_NAME_MAX } from '#contract/session/personalToken'
import { call, isFailure } from '#src/api/call.ts'
import { ScopeMatrix } from '#src/rights/ScopeMatrix.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'

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
  const { value, brought, change, undo, drop } = useDraftState('personal token', BEGUN)
  const [saving, setSaving] = useState(false)
  const [failure, fail] = useState<string | null>(null)
  const ready = value.name.trim() !== '' && value.scopes.length > 0
  const close = () => {
    drop()
    onClose()
  }
  const save = async () => {
    setSaving(true)
    const body = { name: value.name, scopes: value.scopes, expiresAt: Date.now() + value.days * DAY_MS }
    const answer = await call(personalTokenCalls.create, { body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return fail(reasonOf(answer))
    drop()
    onMade({ name: answer.token.name, secret: answer.secret })
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={WIDTH}
      title={t('account:token.add')}
      actions={
        <>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button variant="contained" disabled={!ready} loading={saving} onClick={() => void save()}>
            {t('account:token.make')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 0.5 }}>
        <DraftNote shown={brought} onDrop={undo} />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          <TextField
            size="small"
            required
            sx={{ flex: 2 }}
            label={t('account:token.name')}
            value={value.name}
            onChange={({ target }) => change({ ...value, name: target.value })}
            slotProps={{ htmlInput: { maxLength: TOKEN_NAME_MAX } }}
          />
          <TextField
            select
            size="small"
            sx={{ flex: 1 }}
            label={t('account:token.lasts')}
            value={value.days}
            onChange={({ target }) => change({ ...value, days: Number(target.value) })}
          >
            {DAYS.map((count) => (
              <MenuItem key={count} value={count}>
                {t('account:token.days', { count })}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('account:token.scopesHint')}
        </Typography>
        <ScopeMatrix
          rows={rows}
          codes={value.scopes}
          label={t('organization:application.scopes')}
          onChange={(scopes) => change({ ...value, scopes })}
        />
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
