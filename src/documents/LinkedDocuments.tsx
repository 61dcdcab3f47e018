import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { infoPath } from '#contract/approvals/infoPath'
import type { AnyDocumentFull, DocumentName } from '#contract/core/document'
import { StateMark } from '#src/approvals/StateMark.tsx'
import { Section } from '#src/ui/Section.tsx'
import { standingOf } from './filters.ts'

/** The document that one was made of, and those that were made of it. */
export function LinkedDocuments({ of: { source, made } }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  if (source === null && made.length === 0) return null
  const line = (one: DocumentName) => (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`approvals:form.${one.formCode}`)}
      </Typography>
      <Link component={RouterLink} to={infoPath(one.formCode, one.id)} variant="body2">
        {one.code}
      </Link>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {one.title}
      </Typography>
    </>
  )
  return (
    <Section title={t('documents:linked.title')}>
      <Stack spacing={1}>
        {source !== null && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="body2">{t('documents:linked.source')}</Typography>
            {line(source)}
          </Stack>
        )}
        {made.map((one) => (
          <Stack key={one.id} direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="body2">{t('documents:linked.made')}</Typography>
            {line(one)}
            <Box component="span">
              <StateMark standing={standingOf[one.auditStatus]} words={t(`documents:status.${one.auditStatus}`)} />
            </Box>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
