import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '#src/createStore.ts'
import { addsByHand, install, installOffer, isInstalled } from '#src/shell/installOffer.ts'
import { shellHindrance } from '#src/shell/registerWorker.ts'
import { Section } from '#src/ui/Section.tsx'

const SAID = { role: 'status' } as const

/** Whether the worker has fetched all that it draws without network. */
function useKept(): boolean {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    let here = true
    void navigator.serviceWorker.ready.then(() => here && setKept(true))
    return () => void (here = false)
  }, [])
  return kept
}

type Words = 'kept' | 'keeping' | 'insecure' | 'unsupported'

function Says({ what }: { what: Words }) {
  const { t } = useTranslation()
  return (
    <Alert severity={what === 'kept' ? 'success' : 'info'} {...SAID}>
      {t(`account:app.${what}`)}
    </Alert>
  )
}
const Kept = () => <Says what={useKept() ? 'kept' : 'keeping'} />

/** How the console gets on this device as an app, and whether it opens there without network. */
export function AppSection() {
  const { t, i18n } = useTranslation()
  const offer = useStore(installOffer)
  const hindrance = shellHindrance()
  return (
    <Section title={t('account:app.title')}>
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start', '& > .MuiAlert-root': { alignSelf: 'stretch' } }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('account:app.lead')}{' '}
          <Link href={`/help/guide.${i18n.language}.html#phone`} target="_blank" rel="noopener">
            {t('account:app.help')}
          </Link>
        </Typography>
        {hindrance === null ? (
          <>
            <Kept />
            {offer !== null ? (
              <Button variant="contained" onClick={() => void install()}>
                {t('account:app.install')}
              </Button>
            ) : (
              <Typography>
                {t(isInstalled() ? 'account:app.installed' : addsByHand() ? 'account:app.byHand' : 'account:app.byMenu')}
              </Typography>
            )}
          </>
        ) : (
          <Says what={hindrance} />
        )}
      </Stack>
    </Section>
  )
}
