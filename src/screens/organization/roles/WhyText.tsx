import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Explanation, Said } from '#contract/organization/explain'
import { holds } from '#src/rights/matrix.ts'
import { useRoleWords } from '#src/rights/useRoleWords.ts'

/** One page or button of one person in sentences. */
export function WhyText({ of, said, called }: { of: Explanation; said: Said | undefined; called: string }) {
  const { t } = useTranslation()
  const words = useRoleWords()
  if (said === undefined) return null
  const and = (names: readonly string[]) => names.join(t('organization:audit.and'))
  const where = (roleId: number) => {
    const { bases = null, companies = [] } = of.roles.find((role) => role.roleId === roleId) ?? {}
    if (bases === null) return t('organization:role.why.everywhere')
    const names = and(bases.map(({ areaName }) => areaName ?? t('organization:role.unseenBase')))
    if (companies.length === 0) return names
    return t('organization:role.why.byCompany', { names: and(companies), bases: names })
  }
  const nameOf = (roleId: number) => of.roles.find((role) => role.roleId === roleId)?.name ?? ''
  const helping = of.given.filter(({ codes }) => holds(codes, said.code)).map(({ name }) => name)
  const person = of.realName
  const sentences: Readonly<Record<Said['reason'], readonly string[]>> = {
    open: [t('organization:role.why.anybody')],
    role: said.by.map(({ roleId, pattern }) =>
      t('organization:role.why.role', {
        name: nameOf(roleId),
        pattern: pattern === said.code ? called : words.pattern(pattern),
        where: where(roleId),
      }),
    ),
    notGiven: [t('organization:role.why.notGiven', { person, roles: and(of.roles.map(({ name }) => name)) })],
    noRole: [t('organization:role.why.noRole', { person })],
    disabled: [t('organization:role.why.disabled', { person })],
  }
  return (
    <Stack role="note" aria-label={called} sx={{ p: 2, gap: 0.75, maxWidth: 420 }}>
      <Typography variant="subtitle2">{called}</Typography>
      {sentences[said.reason].map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
      {said.allowed && said.reason !== 'open' && of.lacksFactor && (
        <Typography variant="body2">{t('organization:role.why.lacksFactor', { person })}</Typography>
      )}
      {!said.allowed && said.reason !== 'disabled' && (
        <Typography variant="body2">
          {helping.length === 0 ? t('organization:role.why.helpsNone') : t('organization:role.why.helps', { names: and(helping) })}
        </Typography>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {said.code}
      </Typography>
    </Stack>
  )
}
