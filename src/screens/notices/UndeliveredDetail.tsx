import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Undelivered } from '#contract/notices/undelivered'
import { Fact } from '#src/ui/Fact.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { useLast } from '#src/ui/useLast.ts'

const WIDTH = 560

/** All that is known of something that nobody was told of, and what may be done with it. */
export function UndeliveredDetail({
  of,
  onClose,
  onRetry,
  onDrop,
}: {
  of: Undelivered | null
  onClose: () => void
  onRetry?: (row: Undelivered) => void
  onDrop?: (row: Undelivered) => void
}) {
  const { t } = useTranslation()
  const row = useLast(of)
  if (row == null) return null
  const facts: [keyof Undelivered, ReactNode][] = [
    ['to', row.to ?? t('notices:undelivered.everybody')],
    ['severity', t(`notices:severity.${row.severity}`)],
    ['createdAt', momentText(row.createdAt)],
    ['givenUpAt', momentText(row.givenUpAt)],
    ['attempts', row.attempts],
    ['reason', row.reason],
    [
      'error',
      <Typography key="error" component="span" variant="caption" sx={{ fontFamily: 'monospace', color: 'text.secondary' }}>
        {row.error}
      </Typography>,
    ],
  ]
  return (
    <Modal
      open={of != null}
      onClose={onClose}
      width={WIDTH}
      title={row.what}
      {...(onRetry && onDrop
        ? {
            actions: (
              <>
                <Button color="error" onClick={() => onDrop(row)}>
                  {t('notices:undelivered.drop')}
                </Button>
                <Button variant="contained" onClick={() => onRetry(row)}>
                  {t('notices:undelivered.retry')}
                </Button>
              </>
            ),
          }
        : {})}
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(96px, auto) 1fr', columnGap: 2, rowGap: 1.5 }}>
        {facts.map(([name, said]) => (
          <Fact key={name} name={t(`notices:undelivered.columns.${name as 'to'}`)}>
            {said}
          </Fact>
        ))}
      </Box>
      {row.link != null && (
        <Button component={RouterLink} to={row.link} variant="outlined" size="small" sx={{ mt: 2 }}>
          {t('notices:goTo')}
        </Button>
      )}
    </Modal>
  )
}
