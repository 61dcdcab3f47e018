import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PersonalToken, personalTokenCalls } from '#contract/session/personalToken'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { DayUse } from '#src/rights/DayUse.tsx'
import { codesOfRow } from '#src/rights/matrix.ts'
import { SecretOnce } from '#src/rights/SecretOnce.tsx'
import { useRoleWords } from '#src/rights/useRoleWords.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { dayText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/useNow.ts'
import { TokenDialog } from './TokenDialog.tsx'

const MINUTE_MS = 60_000

/** The person's own access tokens: by each a program calls in the person's name, never with more rights than the person has. */
export function TokenSection() {
  const { t } = useTranslation()
  const words = useRoleWords()
  const confirm = useConfirm()
  const now = useNow(MINUTE_MS)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const tokens = useCall(personalTokenCalls.list, {}, { staleTime: 0 })
  const matrix = useCall(personalTokenCalls.matrix, {}, { staleTime: 0 })
  const rows = matrix.data ?? []
  const pagesOf = ({ scopes }: PersonalToken) =>
    rows.filter((row) => codesOfRow(row).some((code) => scopes.includes(code))).map((row) => words.page(row))
  const revoke = async ({ tokenId, name }: PersonalToken) => {
    const asked = {
      title: t('account:token.revokeTitle', { name }),
      text: t('account:token.revokeText'),
      confirm: t('account:token.revoke'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (!isFailure(await call(personalTokenCalls.revoke, { params: { id: tokenId } }))) toast('success', t('account:token.revoked'))
    await tokens.refetch()
  }
  return (
    <Section
      title={t('account:tabs.token')}
      aside={
        <AddButton variant="text" size="small" disabled={!matrix.data} onClick={() => setMaking(true)}>
          {t('account:token.add')}
        </AddButton>
      }
    >
      <SecondaryText>{t('account:token.lead')}</SecondaryText>
      <QueryGate
        compact
        title={t('account:token.failed')}
        query={tokens}
        waiting={<SkeletonList rows={2} height={56} />}
        none={<Typography sx={{ mt: 2 }}>{t('account:token.none')}</Typography>}
      >
        {(found) => (
          <List disablePadding aria-label={t('account:tabs.token')}>
            {found.map((one) => (
              <ListItem key={one.tokenId} disableGutters divider sx={{ gap: 1 }}>
                <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Typography sx={{ fontWeight: 600 }}>{one.name}</Typography>
                  <Typography variant="body2">{pagesOf(one).join(t('organization:audit.and'))}</Typography>
                  <SecondaryText variant="caption" component="p">
                    {one.expiresAt > now
                      ? t('account:token.ends', { day: dayText(one.expiresAt) })
                      : t('account:token.ended', { day: dayText(one.expiresAt) })}
                  </SecondaryText>
                  <DayUse usedAt={one.usedAt} day={one.day} />
                </Box>
                <Button
                  size="small"
                  color="error"
                  aria-label={t('frame:named', { what: t('account:token.revoke'), which: one.name })}
                  onClick={() => void revoke(one)}
                >
                  {t('account:token.revoke')}
                </Button>
              </ListItem>
            ))}
          </List>
        )}
      </QueryGate>
      {isMaking && (
        <TokenDialog
          rows={rows}
          onClose={() => setMaking(false)}
          onMade={(answer) => {
            setMaking(false)
            setMade(answer)
            void tokens.refetch()
          }}
        />
      )}
      {made !== null && (
        <SecretOnce
          title={t('account:token.secretOf', { name: made.name })}
          lines={[{ label: t('account:token.token'), text: made.secret }]}
          onClose={() => setMade(null)}
        />
      )}
    </Section>
  )
}
