import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Byline } from '#contract/core/resource'
import { momentText } from '#src/time/moment.ts'

const upper = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Who made a record and who changed it last, and when, as far as it is known. */
export function RecordByline({ of }: { of: Byline | undefined }) {
  const { t } = useTranslation()
  if (!of) return null
  const say = (what: 'made' | 'changed', by: string | null, moment: number | null) => {
    if (moment === null) return []
    const at = momentText(moment)
    return by === null ? t(`crud:byline.${what}At`, { at }) : t(`crud:byline.${what}By`, { by, at })
  }
  const said = [say('made', of.madeBy, of.madeAt), say('changed', of.changedBy, of.changedAt)].flat()
  if (said.length === 0) return null
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 0.5 }}>
      {said.map((part, at) => (
        // A line breaks between the two, and not within a time.
        <Box key={at} component="span" sx={{ display: 'inline-block' }}>
          {at === 0 ? upper(part) : part}
          {at < said.length - 1 && (
            <Box component="span" sx={{ whiteSpace: 'pre' }}>
              {t('crud:byline.join')}
            </Box>
          )}
        </Box>
      ))}
    </Typography>
  )
}
