import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditChange, AuditEntry } from '#contract/organization/audit'
import { describeAgent } from '#src/session/describeAgent.ts'
import { Fact } from '#src/ui/Fact.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { useLast } from '#src/ui/useLast.ts'

const WIDTH = 720

function deviceText(device: string): string {
  const { browser, system } = describeAgent(device)
  return [browser, system].filter((one) => one !== null).join(' · ') || device
}

function Side({ label, lines }: { label: string; lines: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <SecondaryText variant="caption" component="div">
        {label}
      </SecondaryText>
      {lines.length === 0 ? (
        <SecondaryText>{t('crud:none')}</SecondaryText>
      ) : (
        lines.map((line, at) => (
          <Typography key={at} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {line}
          </Typography>
        ))
      )}
    </Box>
  )
}

/** One field, before and after: side by side, in the hand below each other. Of what is new or gone there is one side. */
function Change({ of, verb }: { of: AuditChange; verb: AuditEntry['verb'] }) {
  const { t } = useTranslation()
  return (
    <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
        {of.label}
      </Typography>
      {of.secret ? (
        <SecondaryText>{t('organization:audit.secret')}</SecondaryText>
      ) : (
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: { xs: 1, sm: 3 } }}>
          {verb !== 'made' && <Side label={t('organization:audit.before')} lines={of.before} />}
          {verb !== 'deleted' && <Side label={t('organization:audit.after')} lines={of.after} />}
        </Box>
      )}
    </Box>
  )
}

/** All that is known of a change: who made it, from where, and what was before and after. */
export function AuditDetail({ of, onClose }: { of: AuditEntry | null; onClose: () => void }) {
  const { t } = useTranslation()
  const row = useLast(of)
  if (row == null) return null
  const facts: [string, ReactNode][] = [
    [t('organization:audit.columns.userName'), row.userName ?? t('organization:audit.server')],
    [t('organization:audit.columns.at'), momentText(row.at)],
    [t('organization:audit.columns.address'), row.address],
    [t('organization:audit.columns.device'), row.device === null ? null : deviceText(row.device)],
    [t('organization:audit.columns.act'), row.act],
  ]
  const said = t(`organization:audit.said.${row.verb}`, { kind: t(`organization:audit.kind.${row.kind}`) })
  return (
    <Modal
      open={of != null}
      onClose={onClose}
      width={WIDTH}
      title={row.title === '' ? said : t('crud:pair', { one: said, two: row.title })}
    >
      <Box component="dl" sx={{ m: 0, mb: 2, display: 'grid', gridTemplateColumns: 'minmax(72px, auto) 1fr', columnGap: 2, rowGap: 1 }}>
        {facts.map(([label, fact]) =>
          fact == null ? null : (
            <Fact key={label} name={label}>
              {fact}
            </Fact>
          ),
        )}
      </Box>
      {row.changes.length === 0 ? (
        <SecondaryText>{t('organization:audit.noChanges')}</SecondaryText>
      ) : (
        <Box component="ul" aria-label={t('organization:audit.columns.changes')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {row.changes.map((change, at) => (
            <Change key={at} of={change} verb={row.verb} />
          ))}
        </Box>
      )}
    </Modal>
  )
}
