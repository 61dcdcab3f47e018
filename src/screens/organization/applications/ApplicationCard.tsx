import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Application,
  APPLICATION_DELETE,
  APPLICATION_EDIT,
  applicationCalls,
  type NewSecret,
} from '#contract/organization/application'
import type { MatrixRow } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { DayUse } from '#src/rights/DayUse.tsx'
import { codesOfRow } from '#src/rights/matrix.ts'
import { useRoleWords } from '#src/rights/useRoleWords.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { dayText, momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { toast } from '#src/ui/toast.ts'
import { RotateDialog } from './RotateDialog.tsx'

const COLORS = { active: 'success', off: 'default', expired: 'warning', noSecret: 'error' } as const

/** One application with what can be done to it. */
export function ApplicationCard({
  of,
  rows,
  onEdit,
  onSecret,
  onChanged,
}: {
  of: Application
  rows: readonly MatrixRow[]
  onEdit: () => void
  onSecret: (made: NewSecret) => void
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const words = useRoleWords()
  const confirm = useConfirm()
  const [rotating, setRotating] = useState(false)
  const { applicationId, name, objectVersionNumber } = of
  const pages = rows.filter((row) => codesOfRow(row).some((code) => of.scopes.includes(code)))
  const called = (what: string) => t('frame:named', { what, which: name })

  const end = async (what: 'revoke' | 'remove', ask: () => Promise<object | number>) => {
    const asked = {
      title: t(`organization:application.${what}Title`, { name }),
      text: t(`organization:application.${what}Text`),
      confirm: t(`organization:application.${what}`),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (!isFailure(await ask())) toast('success', t(`organization:application.${what}d`))
    onChanged()
  }
  const revoke = () => end('revoke', () => call(applicationCalls.revoke, { params: { id: applicationId } }))
  const remove = () => end('remove', () => call(applicationCalls.remove, { body: { applicationId, objectVersionNumber } }))
  return (
    <Paper component="li" variant="outlined" aria-label={name} sx={{ p: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Chip size="small" color={COLORS[of.state]} label={t(`organization:application.state.${of.state}`)} />
        <Box sx={{ ml: { xs: -0.75, sm: 'auto' }, flexBasis: { xs: '100%', sm: 'auto' } }}>
          <Permitted code={APPLICATION_EDIT}>
            <Button size="small" aria-label={called(t('organization:application.edit'))} onClick={onEdit}>
              {t('organization:application.edit')}
            </Button>
            <Button size="small" aria-label={called(t('organization:application.rotate'))} onClick={() => setRotating(true)}>
              {t('organization:application.rotate')}
            </Button>
            <Button
              size="small"
              color="error"
              disabled={of.secretAt === null}
              aria-label={called(t('organization:application.revoke'))}
              onClick={() => void revoke()}
            >
              {t('organization:application.revoke')}
            </Button>
          </Permitted>
          <Permitted code={APPLICATION_DELETE}>
            <Button size="small" color="error" aria-label={called(t('organization:application.remove'))} onClick={() => void remove()}>
              {t('organization:application.remove')}
            </Button>
          </Permitted>
        </Box>
      </Stack>
      {of.description !== '' && <SecondaryText sx={{ overflowWrap: 'anywhere' }}>{of.description}</SecondaryText>}
      <Typography variant="body2" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {t('organization:application.clientId')} <code>{of.clientId}</code>
      </Typography>
      <Typography variant="body2" component="p" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <span>{t('organization:application.perMinuteOf', { count: of.perMinute })}</span>
        <span>
          {of.expiresAt === null ? t('organization:application.noEnd') : t('organization:application.ends', { day: dayText(of.expiresAt) })}
        </span>
        {of.secretAt !== null && <span>{t('organization:application.secretAt', { at: momentText(of.secretAt) })}</span>}
        {of.oldSecretUntil !== null && <span>{t('organization:application.oldUntil', { at: momentText(of.oldSecretUntil) })}</span>}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, my: 1 }}>
        {of.bases === null ? (
          <Chip size="small" color="primary" variant="outlined" label={t('organization:role.everyBase')} />
        ) : (
          of.bases.map(({ areaId, areaName }) => (
            <Chip key={areaId} size="small" color="primary" variant="outlined" label={areaName ?? t('organization:role.unseenBase')} />
          ))
        )}
        {pages.map((row) => (
          <Chip key={row.code} size="small" label={words.page(row)} />
        ))}
      </Stack>
      <DayUse usedAt={of.usedAt} day={of.day} />
      {rotating && (
        <RotateDialog
          of={of}
          onClose={() => setRotating(false)}
          onMade={(made) => {
            setRotating(false)
            onSecret(made)
          }}
          onStale={onChanged}
        />
      )}
    </Paper>
  )
}
