import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { infoPath } from '#contract/approvals/infoPath'
import type { BehindStock } from '#contract/inventory/stockFields'

/** A document behind a figure, with the way to it; of one that the reader may not open, its number and that it is so. */
export function DocumentLink({ of }: { of: BehindStock }) {
  const { t } = useTranslation()
  return (
    <>
      {of.readable ? (
        <Link component={RouterLink} to={infoPath(of.formCode, of.id)} sx={{ overflowWrap: 'anywhere' }}>
          {of.code}
        </Link>
      ) : (
        <span>{of.code}</span>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block', overflowWrap: 'anywhere' }}>
        {of.readable ? of.title : t('inventory:stock.unreadable')}
      </Typography>
    </>
  )
}
