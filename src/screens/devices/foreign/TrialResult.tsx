import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Trial } from '#contract/devices/foreign'
import { momentText } from '#src/time/moment.ts'
import { wordNotes } from '../collect/wordNotes.ts'

/** What would come of a message: its readings, states and last words, what of it is not used and why, and how each circuit would be told. */
export function TrialResult({ trial }: { trial: Trial }) {
  const { t } = useTranslation()
  const { readings, words, states, faults, calls } = trial
  const word = (status: number) => t(status === 0 ? 'devices:foreign.off' : 'devices:foreign.on')
  const lists: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      t('devices:foreign.readings', { count: readings.length }),
      readings.map(({ code, name, at, value }) => `${name ?? code} = ${value ?? '–'} · ${momentText(at)}`),
    ],
    [
      t('devices:foreign.states', { count: states.length }),
      states.map(({ circuit, status }) => t('devices:foreign.state', { circuit, status: word(status) })),
    ],
    [t('devices:foreign.words', { count: words.length }), words.map(({ name, value }) => t('crud:pair', { one: name, two: value }))],
    [
      t('devices:foreign.calls', { count: calls.length }),
      calls.map(({ circuit, status, method, params }) =>
        t('crud:pair', { one: t('devices:foreign.state', { circuit, status: word(status) }), two: `${method} ${params}` }),
      ),
    ],
  ]
  const isEmpty = readings.length + states.length + words.length === 0
  return (
    <Box component="output" aria-label={t('devices:foreign.result')} sx={{ display: 'block' }}>
      {faults.map(({ reason, notes, count }) => (
        <Alert key={reason} severity="warning" sx={{ mb: 1 }}>
          <strong>{t(`devices:rejected.why.${reason}`)}</strong> {count > 1 && `× ${count}`}
          <br />
          {wordNotes(t, { notes, detail: '' })}
        </Alert>
      ))}
      {isEmpty && faults.length === 0 && <Alert severity="info">{t('devices:foreign.nothing')}</Alert>}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2 }}>
        {lists
          .filter(([, lines]) => lines.length > 0)
          .map(([title, lines]) => (
            <div key={title}>
              <Typography variant="h3" gutterBottom>
                {title}
              </Typography>
              <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </Box>
            </div>
          ))}
      </Box>
    </Box>
  )
}
