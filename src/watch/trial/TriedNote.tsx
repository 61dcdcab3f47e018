import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ofWhat, type Tried } from './tried.ts'

/** Says of which version the shown dry run is; `now` is what stands in the form, null where something is wrong with it. */
export function TriedNote({ of, now }: { of: Tried; now: string | null }) {
  const { t } = useTranslation()
  const which = ofWhat(of, now)
  return (
    <Typography variant="body2" sx={{ color: which === 'version' || which === 'draft' ? 'text.secondary' : 'status.warn' }}>
      {t(`alarms:trial.of.${which}`, { version: of.version ?? '' })}
    </Typography>
  )
}
