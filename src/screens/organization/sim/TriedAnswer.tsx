import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { SimTried } from '#contract/organization/simSource'

/** What came of a try: what was read, which places were wrong, and the answer itself as far as it is shown. */
export function TriedAnswer({ of: { fault, wrongPaths, status, raw, mapped } }: { of: SimTried }) {
  const { t } = useTranslation()
  const none = t('organization:sim.source.nothing')
  const facts =
    mapped === null
      ? []
      : ([
          ['usedPath', mapped.usedMb === null ? none : `${mapped.usedMb} MB`],
          ['allowancePath', mapped.allowanceMb === null ? none : `${mapped.allowanceMb} MB`],
          ['statePath', mapped.cardState === null ? none : t(`organization:simCard.choices.cardState.${mapped.cardState}`)],
          ['expiryPath', mapped.expiresOn ?? none],
        ] as const)
  return (
    <Stack component="output" sx={{ gap: 1 }}>
      <Alert severity={fault === null ? 'success' : 'error'}>
        {[
          fault === null ? t('organization:sim.source.tryOk') : t(`organization:sim.source.fault.${fault}`),
          ...(status === null ? [] : [t('organization:sim.source.status', { status })]),
          ...(wrongPaths.length === 0
            ? []
            : [t('organization:sim.source.wrong', { paths: wrongPaths.map((name) => t(`organization:sim.source.${name}`)).join(' / ') })]),
        ].join(' · ')}
      </Alert>
      {facts.map(([name, said]) => (
        <Typography key={name} variant="body2">
          {t('frame:named', { what: t(`organization:sim.source.${name}`), which: said })}
        </Typography>
      ))}
      {raw !== '' && (
        <Box
          component="pre"
          tabIndex={0}
          aria-label={t('organization:sim.source.raw')}
          sx={{
            m: 0,
            p: 1,
            maxHeight: 200,
            overflow: 'auto',
            bgcolor: 'action.hover',
            borderRadius: 1,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {raw}
        </Box>
      )}
    </Stack>
  )
}
